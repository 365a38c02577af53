import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import type { ChoiceFilter } from '../../list/list-filters.tsx'

type Known = {
  /** Names by id. */
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<DealRow, 'lead'>[]
}

/** What the deals can be narrowed to. On the board each stage has a column of its own already. */
export function dealFilters({ colleagues, me, rows }: Known, layout: 'list' | 'board'): ChoiceFilter[] {
  // Somebody who has left is still named by the deals that they led.
  const leads = [...rows.flatMap(({ lead }) => (lead ? [[lead.id, lead.name] as const] : [])), ...colleagues]
  return [
    ...(layout === 'list' ? [{ name: 'stage', label: 'Stage', choices: dealStages }] : []),
    { name: 'kind', label: 'Kind', choices: dealKinds },
    {
      name: 'lead',
      label: 'Lead',
      choices: { me: 'Me', none: 'Nobody', ...Object.fromEntries(leads.filter(([id]) => id !== me)) },
    },
  ]
}
