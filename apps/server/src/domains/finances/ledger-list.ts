import type { Currency } from '@sherpa/contracts/currency'
import { type EntryRow, type LedgerFilters, type LedgerQuery, monthAfter } from '@sherpa/contracts/finance'
import { type ListPage, MOST_COUNTED } from '@sherpa/contracts/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { publicDeals, publicPayments } from '../deals/deals.ts'
import type { Viewer } from './finance-access.ts'
import { personRef } from './receipts.ts'
import { athleteTotals, firstDayOf, monthTotals, total } from './totals.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of a statement do not matter here, and its full type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

/**
 * Entries with their lines, newest first. One line represents each entry: that of the requested account, else the first.
 * Lines have an index per account in list order. A filter by cause alone is answered from the entries.
 */
export async function listLedger(
  database: Queryable,
  viewer: Viewer,
  params: LedgerQuery,
): Promise<ListPage<EntryRow>> {
  const { search: _, sort, after, ids, limit, ...filters } = params
  const list = { sort, after, ids, limit }
  const page = filtersByCauseOnly(viewer, filters)
    ? await listRows(
        database,
        {
          table: 'entries',
          rows: (source) => selectEntriesByCause(viewer, source, filters),
          sorts: { day: { column: 'e.posted_on', type: 'date' } },
          sort: '-day',
          id: { column: 'e.id', type: 'uuid' },
        },
        list,
      )
    : await listRows(
        database,
        {
          table: 'entry_lines',
          rows: (source) => selectEntriesByLines(viewer, source, filters),
          sorts: { day: { column: 'l.posted_on', type: 'date' } },
          sort: '-day',
          id: { column: 'l.entry_id', type: 'uuid' },
        },
        list,
      )
  return { ...page, rows: page.rows.map((row) => toEntryRow(row, filters)) }
}

function filtersByCauseOnly(viewer: Viewer, { cause, from: _from, until: _until, ...ofLines }: LedgerFilters) {
  return cause !== undefined && seesAllAthletes(viewer) && Object.values(ofLines).every((value) => value === undefined)
}

function selectEntriesByCause(viewer: Viewer, source: Source<'entries'>, filters: LedgerFilters): Statement<Row> {
  const entries = query
    .selectFrom(source.as('e'))
    .where('e.organization_id', '=', viewer.member.organization)
    .where(sql<boolean>`e.cause = ${filters.cause}`)
    .where(isInPeriod('e.posted_on', filters)) as unknown as Statement<object>
  return withDetails(entries, viewer)
}

function selectEntriesByLines(viewer: Viewer, source: Source<'entry_lines'>, filters: LedgerFilters): Statement<Row> {
  const lines = query
    .selectFrom(source.as('l'))
    .leftJoin('entries as e', (join) =>
      join.onRef('e.organization_id', '=', 'l.organization_id').onRef('e.id', '=', 'l.entry_id'),
    )
    .where(isRepresentative(viewer, filters)) as unknown as Statement<object>
  return withDetails(lines, viewer)
}

/** Condition on `entry_lines l`: one line per entry. An entry has at most one line per account. */
function isRepresentative(viewer: Viewer, filters: LedgerFilters): RawBuilder<boolean> {
  const isFirstLine = filters.account === undefined ? sql`l.position = 0` : sql`true`
  return sql`${matchesFilters(viewer, filters)} and ${isFirstLine}`
}

/** Condition on `entry_lines l`: the lines that a sum adds up. */
function matchesFilters(viewer: Viewer, filters: LedgerFilters): RawBuilder<boolean> {
  const { cause } = filters
  const isOfCause = cause
    ? sql`exists (select from entries c where c.organization_id = l.organization_id and c.id = l.entry_id and c.cause = ${cause})`
    : sql`true`
  return sql`l.organization_id = ${viewer.member.organization} and ${matchesDimensions(viewer, 'l', filters)}
    and ${isInPeriod('l.posted_on', filters)} and ${isOfCause}`
}

/** Condition on lines `l` or totals `t`, which have the same account, athlete and deal columns. */
function matchesDimensions(
  viewer: Viewer,
  table: 'l' | 't',
  { account, currency, income, athlete, deal, sport, agent }: LedgerFilters,
): RawBuilder<boolean> {
  const { organization } = viewer.member
  const of = (column: string) => sql.ref<string>(`${table}.${column}`)
  const isIn = (column: string, from: string, owner: string, value: string) =>
    value === 'none'
      ? sql`(${of(column)} is null or ${of(column)} in (select id from ${sql.ref(from)} where organization_id = ${organization}
          and ${sql.ref(owner)} is null))`
      : sql`${of(column)} in (select id from ${sql.ref(from)} where organization_id = ${organization}
          and ${sql.ref(owner)}::text = ${value})`
  const is = (column: string, value: string) =>
    value === 'none' ? sql`${of(column)} is null` : sql`${of(column)} = ${value}`
  const conditions = [
    isVisibleAthlete(viewer, of('athlete_id')),
    ...(account ? [is('account', account)] : []),
    ...(currency ? [is('currency', currency)] : []),
    ...(income ? [is('income', income)] : []),
    ...(athlete ? [is('athlete_id', athlete)] : []),
    ...(deal ? [is('deal_id', deal)] : []),
    ...(sport ? [isIn('athlete_id', 'athletes', 'sport', sport)] : []),
    ...(agent ? [isIn('deal_id', 'deals', 'lead_id', agent)] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

function isInPeriod(column: string, { from, until }: LedgerFilters): RawBuilder<boolean> {
  const conditions = [
    ...(from ? [sql`${sql.ref(column)} >= ${firstDayOf(from)}::date`] : []),
    ...(until ? [sql`${sql.ref(column)} < ${firstDayOf(monthAfter(until, 1))}::date`] : []),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

type Row = {
  id: string
  cause: EntryRow['cause']
  occurredOn: string
  postedOn: string
  bookedAt: Date
  bookerId: string | null
  booker: string | null
  note: string | null
  reverses: string | null
  reversedBy: string | null
  of: EntryRow['of']
  lines: Omit<EntryRow['lines'][number], 'counts'>[]
}

/** Adds cause, booker and visible lines to `entries e`. */
function withDetails(entries: Statement<object>, viewer: Viewer): Statement<Row> {
  const lines = sql`(select json_agg(json_build_object('account', x.account, 'currency', x.currency, 'amountMinor', x.amount_minor,
      'income', x.income,
      'athlete', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end,
      'deal', case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end) order by x.position)
    from entry_lines x
    left join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
    left join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
    where x.organization_id = e.organization_id and x.entry_id = e.id and ${isVisibleAthlete(viewer, sql.ref('x.athlete_id'))})`
  const causeJson = (kind: EntryRow['of']['kind'], id: string, title: RawBuilder<unknown>) =>
    sql`when ${sql.ref(id)} is not null then json_build_object('kind', ${kind}::text, 'id', ${sql.ref(id)}, 'title', ${title})`
  const of = sql`case
    ${causeJson('receipt', 'e.receipt_id', sql`(select r.payer from receipts r where r.organization_id = e.organization_id and r.id = e.receipt_id)`)}
    ${causeJson('expense', 'e.expense_id', sql`(select r.vendor from expenses r where r.organization_id = e.organization_id and r.id = e.expense_id)`)}
    ${causeJson('payment', 'e.payment_id', sql`(select r.title from ${publicPayments} r where r.organization_id = e.organization_id and r.id = e.payment_id)`)}
    ${causeJson(
      'payout',
      'e.payout_id',
      sql`coalesce((select p.title from payouts r
      join ${publicPayments} p on p.organization_id = r.organization_id and p.id = r.payment_id
      where r.organization_id = e.organization_id and r.id = e.payout_id), (select x.vendor from payouts r
      join expenses x on x.organization_id = r.organization_id and x.id = r.expense_id
      where r.organization_id = e.organization_id and r.id = e.payout_id), '')`,
    )}
    else (select json_build_object('kind', 'invoice', 'id', i.id, 'title', i.number) from invoice_payments r
      join fee_invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
      where r.organization_id = e.organization_id and r.id = e.invoice_payment_id) end`
  const reversedBy = sql`(select r.id from entries r where r.organization_id = e.organization_id and r.reverses = e.id)`
  return entries
    .leftJoin(publicUsers.as('u'), 'u.id', 'e.booked_by')
    .select(['e.id', 'e.cause', 'e.occurred_on as occurredOn', 'e.posted_on as postedOn', 'e.booked_at as bookedAt'])
    .select(['e.booked_by as bookerId', 'u.name as booker', 'e.note', 'e.reverses', reversedBy.as('reversedBy')])
    .select([of.as('of'), lines.as('lines')]) as unknown as Statement<Row>
}

function toEntryRow({ bookedAt, bookerId, booker, lines, ...row }: Row, filters: LedgerFilters): EntryRow {
  return {
    id: row.id,
    cause: row.cause,
    occurredOn: row.occurredOn,
    postedOn: row.postedOn,
    bookedAt: bookedAt.toISOString(),
    bookedBy: personRef(bookerId, booker),
    note: row.note,
    reverses: row.reverses,
    reversedBy: row.reversedBy,
    of: row.of,
    lines: lines.map((line) => ({ ...line, counts: line.account === filters.account })),
  }
}

/**
 * Sums the entries of the list from monthly totals, in constant time. Totals have no cause: with a filter by cause,
 * lines are added up to the count limit; above it there is no sum.
 */
export async function sumLedger(database: Queryable, viewer: Viewer, filters: LedgerFilters) {
  if (!filters.account) return { sums: null }
  return {
    sums: filters.cause ? await sumOfLines(database, viewer, filters) : await sumOfTotals(database, viewer, filters),
  }
}

type Sum = { currency: Currency; minor: number }

function sumOfTotals(database: Queryable, viewer: Viewer, filters: LedgerFilters): Promise<Sum[]> {
  const { athlete, deal, sport, agent, from, until } = filters
  const totals = athlete || deal || sport || agent ? athleteTotals(viewer) : monthTotals(viewer)
  const months = sql`${from ? sql`t.month >= ${firstDayOf(from)}::date` : sql`true`}
    and ${until ? sql`t.month <= ${firstDayOf(until)}::date` : sql`true`}`
  // Month totals have no athlete column; only viewers who see all athletes read them.
  return rowsOf(
    database,
    sql<Sum>`select t.currency, ${total(sql`sum(t.amount_minor)`)} as minor from ${totals}
      where ${matchesDimensions(viewer, 't', filters)} and ${months} group by 1 order by 1`,
  )
}

async function sumOfLines(database: Queryable, viewer: Viewer, filters: LedgerFilters): Promise<Sum[] | null> {
  const rows = await rowsOf(
    database,
    sql<Sum & { lines: number }>`select currency, ${total(sql`sum(amount_minor)`)} as minor, count(*)::integer as lines
      from (select l.currency, l.amount_minor from entry_lines l where ${matchesFilters(viewer, filters)} limit ${MOST_COUNTED + 1}) as lines
      group by 1 order by 1`,
  )
  const lines = rows.reduce((all, row) => all + row.lines, 0)
  return lines > MOST_COUNTED ? null : rows.map(({ currency, minor }) => ({ currency, minor }))
}
