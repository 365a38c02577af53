import { addDays } from '@sherpa/contracts/days'
import type { PaymentCertainty } from '@sherpa/contracts/deal-work'
import { type LedgerFilters, monthAfter, type Span } from '@sherpa/contracts/finance'

/** Filters of the payment list that a figure links to. */
export type PaymentFilters = {
  state: 'expected' | 'late' | 'conditional' | typeof CONTRACTED | typeof NOT_OVERDUE
  certainty?: PaymentCertainty
  direction?: 'incoming' | 'outgoing'
  from?: string
  until?: string
  age?: string
  currency?: string
  income?: string
  due?: 'undated'
  deal?: string
  athlete?: string
  sport?: string
  agent?: string
}

/** All unconditional payments, received or not. */
export const CONTRACTED = 'expected,late,received,overpaid'

/** Payments that are not received and not overdue. */
export const NOT_OVERDUE = 'expected,conditional'

/** Links to the entries behind a figure. */
export function entriesOf(organization: string, filters: LedgerFilters) {
  return `/organizations/${organization}/finances/ledger?${parametersOf(filters)}`
}

/** Links to the payments behind a figure; figures exclude in-kind payments. */
export function paymentsOf(organization: string, filters: PaymentFilters) {
  return `/organizations/${organization}/finances/payments?${parametersOf({ ...filters, form: 'money' })}`
}

/** Athletes see their receipts instead of the ledger. */
export function receiptsOf(organization: string, filters: { deal?: string; athlete?: string; currency: string }) {
  return `/organizations/${organization}/finances/receipts?${parametersOf(filters)}`
}

/** The first and the last day of a span. */
export const daysOf = ({ from, until }: Span) => ({
  from: `${from}-01`,
  until: addDays(`${monthAfter(until, 1)}-01`, -1),
})

/** The days of a span that are still ahead. */
export function daysAhead(span: Span, today: string) {
  const { from, until } = daysOf(span)
  return { from: from > today ? from : today, until }
}

function parametersOf(filters: Record<string, string | undefined>) {
  const given = Object.entries(filters).filter((one): one is [string, string] => one[1] !== undefined)
  return new URLSearchParams(given)
}
