import { type Currency, currencies } from '@sherpa/contracts/currency'
import { amountsIn } from '../../list/amounts.ts'
import type { ListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { rangeFilter } from '../../list/range-filter.tsx'

export const currencyFilter: ChoiceFilter = {
  name: 'currency',
  label: 'Currency',
  choices: Object.fromEntries(currencies.map((code) => [code, code])),
  most: 1,
}

/** Amounts in the currency of the list, or else of the organization. */
export const amountFilter = (address: ListAddress, own: Currency) =>
  rangeFilter(address, {
    name: 'amount',
    label: 'Amount',
    kindOf: () => amountsIn((address.state.currency as Currency | undefined) ?? own),
  })
