import { fiscalYearOf, monthAfter, type Span } from '@sherpa/contracts/finance'
import { onFirstUse } from '@sherpa/contracts/on-first-use'

export type Period = Span & { label: string }

/** Fiscal years, the quarters of the current one, and the last twelve months. */
export function periodsOf(today: string, fiscalMonth: number) {
  const year = fiscalYearOf(today, fiscalMonth)
  const shifted = ({ from, until }: Span, months: number): Span => ({
    from: monthAfter(from, months),
    until: monthAfter(until, months),
  })
  const quarter = (index: number) => shifted({ from: year.from, until: monthAfter(year.from, 2) }, index * 3)
  const thisMonth = today.slice(0, 7)
  const named = (span: Span): Period => ({ ...span, label: spanInWords(span) })
  return {
    years: [12, 0, -12, -24].map((months) => named(shifted(year, months))),
    quarters: [0, 1, 2, 3].map((index) => named(quarter(index))),
    recent: { from: monthAfter(thisMonth, -11), until: thisMonth, label: 'Last 12 months' },
  }
}

export const isSame = (one: Span, other: Span) => one.from === other.from && one.until === other.until

const monthFormat = onFirstUse(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }))

/** Such as "Jul". */
export function shortMonth(month: string) {
  return monthFormat().format(new Date(`${month}-01`))
}

/** Such as "Jul 2026". */
export function monthInWords(month: string) {
  return `${shortMonth(month)} ${month.slice(0, 4)}`
}

/** Such as "Jul 2026 to Jun 2027", or "Jul to Sep 2026". */
export function spanInWords({ from, until }: Span) {
  if (from === until) return monthInWords(from)
  const isOneYear = from.slice(0, 4) === until.slice(0, 4)
  return `${isOneYear ? shortMonth(from) : monthInWords(from)} to ${monthInWords(until)}`
}
