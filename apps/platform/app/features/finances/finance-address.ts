import { addDays } from '@sherpa/contracts/days'
import { type LedgerFilters, monthAfter, type Span } from '@sherpa/contracts/finance'

/** What of the payments a figure is about, as their list takes it. */
export type PaymentFilters = {
  state: 'expected' | 'late' | 'conditional' | typeof PROMISED
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

/** All that does not depend on a condition, whether it came or not. */
export const PROMISED = 'expected,late,received,overpaid'

/** The entries that a figure is the sum of. */
export function entriesOf(organization: string, filters: LedgerFilters) {
  return `/organizations/${organization}/finances/ledger?${parametersOf(filters)}`
}

/** The payments that a figure is the sum of. What is given in kind is in none. */
export function paymentsOf(organization: string, filters: PaymentFilters) {
  return `/organizations/${organization}/finances/payments?${parametersOf({ ...filters, form: 'money' })}`
}

/** The receipts of a deal or an athlete: athletes see their own, and no ledger. */
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
