import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import type { ListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'

type Known = {
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<DealRow, 'lead'>[]
  address: Pick<ListAddress, 'state'>
}

/** The board needs no stage filter. */
export function dealFilters({ colleagues, me, rows, address }: Known, layout: 'list' | 'board'): ChoiceFilter[] {
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
    // Home links to it. It is hidden otherwise, because a fourth filter would move all of them to a menu.
    ...(address.state.paydays
      ? [{ name: 'paydays', label: 'Paydays', choices: { missing: 'Pay without paydays' }, phrases: true as const }]
      : []),
  ]
}
