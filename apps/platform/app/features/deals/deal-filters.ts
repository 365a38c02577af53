import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import type { ChoiceFilter } from '../../list/list-filters.tsx'

type Known = {
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<DealRow, 'lead'>[]
}

/** The board needs no stage filter. */
export function dealFilters({ colleagues, me, rows }: Known, layout: 'list' | 'board'): ChoiceFilter[] {
  // Former members still lead older deals.
  const leads = [...rows.flatMap(({ lead }) => (lead ? [[lead.id, lead.name] as const] : [])), ...colleagues]
  return [
    ...(layout === 'list' ? [{ name: 'stage', label: 'Stage', choices: dealStages }] : []),
    { name: 'kind', label: 'Kind', choices: dealKinds },
    {
      name: 'lead',
      label: 'Lead',
      choices: { me: 'Me', none: 'No lead', ...Object.fromEntries(leads.filter(([id]) => id !== me)) },
    },
  ]
}
