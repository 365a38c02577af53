import type { Span } from '@sherpa/contracts/finance'
import { monthAfter } from '@sherpa/contracts/finance'
import { type RawBuilder, sql } from 'kysely'
import { isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from './finance-access.ts'

/** A database sum as a number: exact up to 90 trillion dollars. */
export const total = (sum: RawBuilder<unknown>) => sql<number>`coalesce(${sum}, 0)::float8`

/**
 * Monthly totals as `t`: of the whole organization, or of visible athletes. Their number does not grow with the
 * entries.
 */
export function monthTotals(viewer: Viewer): RawBuilder<unknown> {
  const { organization } = viewer.member
  return seesAllAthletes(viewer)
    ? sql`(select account, currency, month, income, amount_minor, lines from ledger_month_totals where organization_id = ${organization}) t`
    : athleteTotals(viewer)
}

/** The same by athlete and deal. */
export function athleteTotals(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select account, currency, month, athlete_id, deal_id, income, amount_minor, lines from ledger_totals where organization_id = ${viewer.member.organization}
    and ${isVisibleAthlete(viewer, sql.ref('athlete_id'))}) t`
}

export const firstDayOf = (month: string) => `${month}-01`

/** Condition on a column with the first day of a month. */
export function inMonths(column: string, { from, until }: Span): RawBuilder<boolean> {
  return sql`${sql.ref(column)} between ${firstDayOf(from)}::date and ${firstDayOf(until)}::date`
}

/** Half-open range of due dates from today on, within a span. */
export function upcomingRange({ from, until }: Span, today: string) {
  const first = firstDayOf(from)
  return { first: first > today ? first : today, before: firstDayOf(monthAfter(until, 1)) }
}
