import type { Currency } from '@sherpa/contracts/currency'
import { type EntryRow, type LedgerFilters, type LedgerQuery, monthAfter } from '@sherpa/contracts/finance'
import { type ListPage, MOST_COUNTED } from '@sherpa/contracts/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { athleteFacts, ofSeenAthletes, seesAllAthletes } from '../athletes/athletes.ts'
import { dealFacts, paymentFacts } from '../deals/deals.ts'
import type { Viewer } from './finance-access.ts'
import { personOf } from './receipts.ts'
import { athleteTotals, firstDayOf, monthTotals, rowsOfSql, total } from './totals.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

/**
 * Entries with their lines, the latest first. One line stands for each entry: of the account that is asked for, or else its first one. Lines have
 * an index for each account in the order of the list. Only what has a cause, and nothing else, is found among the entries themselves.
 */
export async function listLedger(database: Queryable, viewer: Viewer, asked: LedgerQuery): Promise<ListPage<EntryRow>> {
  const { search: _, sort, after, ids, limit, ...filters } = asked
  const list = { sort, after, ids, limit }
  const page = isOfCauseOnly(viewer, filters)
    ? await listRows(
        database,
        {
          table: 'entries',
          rows: (source) => entriesOfCause(viewer, source, filters),
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
          rows: (source) => entriesOfLines(viewer, source, filters),
          sorts: { day: { column: 'l.posted_on', type: 'date' } },
          sort: '-day',
          id: { column: 'l.entry_id', type: 'uuid' },
        },
        list,
      )
  return { ...page, rows: page.rows.map((row) => rowOfEntry(row, filters)) }
}

function isOfCauseOnly(viewer: Viewer, { cause, from: _from, until: _until, ...ofLines }: LedgerFilters) {
  return cause !== undefined && seesAllAthletes(viewer) && Object.values(ofLines).every((value) => value === undefined)
}

function entriesOfCause(viewer: Viewer, source: Source<'entries'>, filters: LedgerFilters): Statement<Row> {
  const entries = query
    .selectFrom(source.as('e'))
    .where('e.organization_id', '=', viewer.member.organization)
    .where(sql<boolean>`e.cause = ${filters.cause}`)
    .where(inDays('e.posted_on', filters)) as unknown as Statement<object>
  return withFacts(entries, viewer)
}

function entriesOfLines(viewer: Viewer, source: Source<'entry_lines'>, filters: LedgerFilters): Statement<Row> {
  const lines = query
    .selectFrom(source.as('l'))
    .leftJoin('entries as e', (join) =>
      join.onRef('e.organization_id', '=', 'l.organization_id').onRef('e.id', '=', 'l.entry_id'),
    )
    .where(standsForEntry(viewer, filters)) as unknown as Statement<object>
  return withFacts(lines, viewer)
}

/** For lines, called `l`: of an account each entry has one at most, and one of all its lines is the first. */
function standsForEntry(viewer: Viewer, filters: LedgerFilters): RawBuilder<boolean> {
  const isWhole = filters.account === undefined ? sql`l.position = 0` : sql`true`
  return sql`${isWanted(viewer, filters)} and ${isWhole}`
}

/** For lines, called `l`: all that a sum is made of. */
function isWanted(viewer: Viewer, filters: LedgerFilters): RawBuilder<boolean> {
  const { cause } = filters
  const isOfCause = cause
    ? sql`exists (select from entries c where c.organization_id = l.organization_id and c.id = l.entry_id and c.cause = ${cause})`
    : sql`true`
  return sql`l.organization_id = ${viewer.member.organization} and ${isAskedFor(viewer, 'l', filters)}
    and ${inDays('l.posted_on', filters)} and ${isOfCause}`
}

/** For lines and for totals: both say what account they are of, and whom they are about. */
function isAskedFor(
  viewer: Viewer,
  table: 'l' | 't',
  { account, currency, income, athlete, deal, sport, agent }: LedgerFilters,
): RawBuilder<boolean> {
  const { organization } = viewer.member
  const of = (column: string) => sql.ref<string>(`${table}.${column}`)
  const among = (column: string, from: string, owner: string, value: string) =>
    value === 'none'
      ? sql`(${of(column)} is null or ${of(column)} in (select id from ${sql.ref(from)} where organization_id = ${organization}
          and ${sql.ref(owner)} is null))`
      : sql`${of(column)} in (select id from ${sql.ref(from)} where organization_id = ${organization}
          and ${sql.ref(owner)}::text = ${value})`
  const is = (column: string, value: string) =>
    value === 'none' ? sql`${of(column)} is null` : sql`${of(column)} = ${value}`
  const conditions = [
    ofSeenAthletes(viewer, of('athlete_id')),
    ...(account ? [is('account', account)] : []),
    ...(currency ? [is('currency', currency)] : []),
    ...(income ? [is('income', income)] : []),
    ...(athlete ? [is('athlete_id', athlete)] : []),
    ...(deal ? [is('deal_id', deal)] : []),
    ...(sport ? [among('athlete_id', 'athletes', 'sport', sport)] : []),
    ...(agent ? [among('deal_id', 'deals', 'lead_id', agent)] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

function inDays(column: string, { from, until }: LedgerFilters): RawBuilder<boolean> {
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

/** Of entries, called `e`: what caused them, who booked them, and the lines that the viewer sees. */
function withFacts(entries: Statement<object>, viewer: Viewer): Statement<Row> {
  const lines = sql`(select json_agg(json_build_object('account', x.account, 'currency', x.currency, 'amountMinor', x.amount_minor,
      'income', x.income,
      'athlete', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end,
      'deal', case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end) order by x.position)
    from entry_lines x
    left join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
    left join ${dealFacts} d on d.organization_id = x.organization_id and d.id = x.deal_id
    where x.organization_id = e.organization_id and x.entry_id = e.id and ${ofSeenAthletes(viewer, sql.ref('x.athlete_id'))})`
  const named = (kind: EntryRow['of']['kind'], id: string, title: RawBuilder<unknown>) =>
    sql`when ${sql.ref(id)} is not null then json_build_object('kind', ${kind}::text, 'id', ${sql.ref(id)}, 'title', ${title})`
  const of = sql`case
    ${named('receipt', 'e.receipt_id', sql`(select r.payer from receipts r where r.organization_id = e.organization_id and r.id = e.receipt_id)`)}
    ${named('expense', 'e.expense_id', sql`(select r.vendor from expenses r where r.organization_id = e.organization_id and r.id = e.expense_id)`)}
    ${named('payment', 'e.payment_id', sql`(select r.title from ${paymentFacts} r where r.organization_id = e.organization_id and r.id = e.payment_id)`)}
    ${named(
      'payout',
      'e.payout_id',
      sql`coalesce((select p.title from payouts r
      join ${paymentFacts} p on p.organization_id = r.organization_id and p.id = r.payment_id
      where r.organization_id = e.organization_id and r.id = e.payout_id), (select x.vendor from payouts r
      join expenses x on x.organization_id = r.organization_id and x.id = r.expense_id
      where r.organization_id = e.organization_id and r.id = e.payout_id), '')`,
    )}
    else (select json_build_object('kind', 'invoice', 'id', i.id, 'title', i.number) from invoice_payments r
      join fee_invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
      where r.organization_id = e.organization_id and r.id = e.invoice_payment_id) end`
  const reversedBy = sql`(select r.id from entries r where r.organization_id = e.organization_id and r.reverses = e.id)`
  return entries
    .leftJoin(userFacts.as('u'), 'u.id', 'e.booked_by')
    .select(['e.id', 'e.cause', 'e.occurred_on as occurredOn', 'e.posted_on as postedOn', 'e.booked_at as bookedAt'])
    .select(['e.booked_by as bookerId', 'u.name as booker', 'e.note', 'e.reverses', reversedBy.as('reversedBy')])
    .select([of.as('of'), lines.as('lines')]) as unknown as Statement<Row>
}

function rowOfEntry({ bookedAt, bookerId, booker, lines, ...row }: Row, filters: LedgerFilters): EntryRow {
  return {
    id: row.id,
    cause: row.cause,
    occurredOn: row.occurredOn,
    postedOn: row.postedOn,
    bookedAt: bookedAt.toISOString(),
    bookedBy: personOf(bookerId, booker),
    note: row.note,
    reverses: row.reverses,
    reversedBy: row.reversedBy,
    of: row.of,
    lines: lines.map((line) => ({ ...line, counts: line.account === filters.account })),
  }
}

/**
 * What all entries of the list add up to, from the totals: the same however many there are. Totals do not know causes: with one, so many lines are
 * added up as lists are counted to, and of more nothing is said.
 */
export async function ledgerSum(database: Queryable, viewer: Viewer, filters: LedgerFilters) {
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
  // The totals of the whole organization know no athletes, and need not: whoever reads them sees all.
  return rowsOfSql(
    database,
    sql<Sum>`select t.currency, ${total(sql`sum(t.amount_minor)`)} as minor from ${totals}
      where ${isAskedFor(viewer, 't', filters)} and ${months} group by 1 order by 1`,
  )
}

async function sumOfLines(database: Queryable, viewer: Viewer, filters: LedgerFilters): Promise<Sum[] | null> {
  const rows = await rowsOfSql(
    database,
    sql<Sum & { lines: number }>`select currency, ${total(sql`sum(amount_minor)`)} as minor, count(*)::integer as lines
      from (select l.currency, l.amount_minor from entry_lines l where ${isWanted(viewer, filters)} limit ${MOST_COUNTED + 1}) as lines
      group by 1 order by 1`,
  )
  const lines = rows.reduce((all, row) => all + row.lines, 0)
  return lines > MOST_COUNTED ? null : rows.map(({ currency, minor }) => ({ currency, minor }))
}
