import type { Currency } from '@sherpa/contracts/currency'
import { amountsIn } from '../../list/amounts.ts'
import type { ListAddress } from '../../list/list-address.ts'
import { rangeFilter } from '../../list/range-filter.tsx'

/** Amounts in the currency of the list, or else of the organization. */
export const amountFilter = (address: ListAddress, own: Currency) =>
  rangeFilter(address, {
    name: 'amount',
    label: 'Amount',
    kindOf: () => amountsIn((address.state.currency as Currency | undefined) ?? own),
  })
