import { type Currency, currencies } from '@sherpa/contracts/currency'
import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { dealStages, versionStages } from '@sherpa/contracts/deal-stage'
import { exclusivityKinds, productCategories } from '@sherpa/contracts/exclusivity'
import { amountsIn } from '../../list/amounts.ts'
import type { ListAddress } from '../../list/list-address.ts'
import type { ListFilter } from '../../list/list-filters.tsx'
import { dayRangeFilter, rangeFilter } from '../../list/range-filter.tsx'

type Known = {
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<DealRow, 'lead'>[]
  address: ListAddress
  seesMoney: boolean
}

/** The board needs no stage filter. */
export function dealFilters(
  { colleagues, me, rows, address, seesMoney }: Known,
  layout: 'list' | 'board',
): ListFilter[] {
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
    { name: 'category', label: 'Category', choices: productCategories, inMenu: true },
    { name: 'exclusivity', label: 'Exclusivity', choices: exclusivityKinds, inMenu: true },
    { name: 'amendment', label: 'Amendment', choices: versionStages, inMenu: true },
    ...(seesMoney
      ? [
          rangeFilter(address, {
            name: 'amount',
            label: 'Amount',
            keys: Object.fromEntries(currencies.map((code) => [code, code])),
            kindOf: (code) => amountsIn(code as Currency),
          }),
        ]
      : []),
    dayRangeFilter(address, { name: 'start', label: 'Start', unset: 'No start date' }),
    dayRangeFilter(address, { name: 'end', label: 'End', unset: 'No end date' }),
    dayRangeFilter(address, { name: 'due', label: 'Next due', unset: 'Nothing due' }),
  ]
}
