import type { Span } from '@sherpa/contracts/finance'
import { monthAfter } from '@sherpa/contracts/finance'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { ofSeenAthletes, seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from './finance-access.ts'

/** For statements that are easier to read as SQL. */
export function rowsOfSql<Row>(database: Queryable, statement: RawBuilder<Row>): Promise<Row[]> {
  return rowsOf(database, { compile: () => statement.compile(query) })
}

/** An amount that was summed up in the database, as a number: exact up to 90 trillion dollars. */
export const total = (sum: RawBuilder<unknown>) => sql<number>`coalesce(${sum}, 0)::float8`

/**
 * The totals that the viewer's figures are read from, called `t`: those of the whole organization, or of the athletes whom they see.
 * Either way their number does not grow with the entries.
 */
export function monthTotals(viewer: Viewer): RawBuilder<unknown> {
  const { organization } = viewer.member
  return seesAllAthletes(viewer)
    ? sql`(select * from ledger_month_totals where organization_id = ${organization}) t`
    : athleteTotals(viewer)
}

/** The same by athlete and deal. */
export function athleteTotals(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select * from ledger_totals where organization_id = ${viewer.member.organization}
    and ${ofSeenAthletes(viewer, sql.ref('athlete_id'))}) t`
}

export const firstDayOf = (month: string) => `${month}-01`

/** For a column with the first days of months. */
export function inMonths(column: string, { from, until }: Span): RawBuilder<boolean> {
  return sql`${sql.ref(column)} between ${firstDayOf(from)}::date and ${firstDayOf(until)}::date`
}

/** What is due from today on, within a span: from the first day to the one before the last. */
export function aheadIn({ from, until }: Span, today: string) {
  const first = firstDayOf(from)
  return { first: first > today ? first : today, before: firstDayOf(monthAfter(until, 1)) }
}
