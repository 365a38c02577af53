import { sportNames } from '@sherpa/contracts/sports'

/** What a list is narrowed to by the address only: a figure that was opened says it. */
export function NarrowedTo({
  about,
  names,
  clear,
}: {
  about: readonly (string | undefined)[]
  /** Of the parameters in the address. */
  names: readonly string[]
  clear: (names: Record<string, undefined>) => void
}) {
  const words = about.filter(Boolean)
  return (
    <p className="text-sm text-slate">
      {words.join(', ')}
      {words.length > 0 && (
        <button
          type="button"
          className="ml-2 cursor-pointer font-medium max-md:min-h-11 text-glacier hover:underline"
          onClick={() => clear(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Show all
        </button>
      )}
    </p>
  )
}

type Named = { athlete: { id: string; name: string } | null; deal: { id: string; title: string } | null }

/** Whom it is narrowed to, by the names that rows have. */
export function peopleOf({ athlete, deal, sport, agent }: Record<string, string>, rows: readonly Named[]) {
  return [
    athlete && (rows.find((row) => row.athlete?.id === athlete)?.athlete?.name ?? 'One athlete'),
    deal && (deal === 'none' ? 'No deal' : (rows.find((row) => row.deal?.id === deal)?.deal?.title ?? 'One deal')),
    sport && (sport === 'none' ? 'No sport' : (sportNames as Record<string, string>)[sport]),
    agent && (agent === 'none' ? 'Deals that nobody leads' : 'Deals of one agent'),
  ]
}
