import { ownValue } from '@sherpa/contracts/own-value'
import { sportNames } from '@sherpa/contracts/sports'

/** Filters set by a link from a figure, without a control of their own. */
export function AddressFilters({
  about,
  names,
  clear,
}: {
  about: readonly (string | undefined)[]
  /** Their query parameters. */
  names: readonly string[]
  clear: (names: Record<string, undefined>) => void
}) {
  const labels = about.filter(Boolean)
  return (
    <p className="text-sm text-slate">
      {labels.join(', ')}
      {labels.length > 0 && (
        <button
          type="button"
          className="ml-2 cursor-pointer font-medium max-md:min-h-11 text-glacier hover:underline"
          onClick={() => clear(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear
        </button>
      )}
    </p>
  )
}

type Named = {
  athlete: { id: string; name: string } | null
  company?: { id: string; name: string }
  deal: { id: string; title: string } | null
}

/** Filter labels, with the names found in the loaded rows. */
export function peopleOf({ athlete, company, deal, sport, agent }: Record<string, string>, rows: readonly Named[]) {
  return [
    athlete && (rows.find((row) => row.athlete?.id === athlete)?.athlete?.name ?? 'One athlete'),
    company && (rows.find((row) => row.company?.id === company)?.company?.name ?? 'One company'),
    deal && (deal === 'none' ? 'No deal' : (rows.find((row) => row.deal?.id === deal)?.deal?.title ?? 'One deal')),
    sport && (sport === 'none' ? 'No sport' : ownValue<string>(sportNames, sport)),
    agent && (agent === 'none' ? 'Deals without a lead' : 'Deals of one lead'),
  ]
}
