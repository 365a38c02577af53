import type { Currency } from '@sherpa/contracts/currency'
import {
  BREAKDOWN_ROWS,
  type Breakdown,
  type BreakdownAnswer,
  type BreakdownQuery,
  fiscalYearOf,
  type MoneyByDeal,
  type MoneySum,
} from '@sherpa/contracts/finance'
import { Refusal } from '@sherpa/contracts/problem'
import { type SportId, sportNames } from '@sherpa/contracts/sports'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, athleteNames, athletesSeenAmong, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { filterDeals, payments, publicDeals, publicPayments, requireDeal } from '../deals/deals.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { type ReportScope, resolveScope } from './overview.ts'
import { athleteTotals, firstDayOf, inMonths, total, upcomingRange } from './totals.ts'

/** Top sports, athletes, deals or agents of a period, from ledger totals and open payments. */
export async function loadBreakdown(
  database: Queryable,
  viewer: Viewer,
  { by, sort = 'received', ...filters }: BreakdownQuery,
  now: Date,
): Promise<BreakdownAnswer> {
  const scope = await resolveScope(database, viewer, filters, now)
  const rows = await loadTopRows(database, viewer, scope, by, sort)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const [names, promised] = await Promise.all([
    loadNames(database, viewer, by, ids),
    by === 'deal' || by === 'athlete' ? loadPromised(database, viewer, scope, by, ids) : undefined,
  ])
  const first = rows[0]
  return {
    rows: rows.map(({ id, ...figures }) => ({
      id,
      name: (id !== null && names.get(id)?.name) || null,
      athlete: (id !== null && names.get(id)?.athlete) || null,
      promisedMinor: promised && id !== null ? (promised.get(id) ?? 0) : null,
      ...figures,
    })),
    all: {
      count: first?.count ?? 0,
      promisedMinor: null,
      receivedMinor: first?.allReceived ?? 0,
      expectedMinor: first?.allExpected ?? 0,
      lateMinor: first?.allLate ?? 0,
      feesMinor: first?.allFees ?? 0,
      expensesMinor: first?.allExpenses ?? 0,
      unrecoupedMinor: first?.allUnrecouped ?? 0,
      athletePayMinor: first?.allPay ?? 0,
    },
  }
}

type TopRow = {
  id: string | null
  receivedMinor: number
  expectedMinor: number
  lateMinor: number
  feesMinor: number
  expensesMinor: number
  unrecoupedMinor: number
  athletePayMinor: number
  count: number
  allReceived: number
  allExpected: number
  allLate: number
  allFees: number
  allExpenses: number
  allUnrecouped: number
  allPay: number
}

/** Grouping key with its joins: the sport of the athlete, or the lead of the deal. */
function groupingFor(
  by: Breakdown,
  { organization }: Viewer['member'],
): { key: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  if (by === 'athlete') return { key: sql`s.athlete_id::text`, from: sql`sums s` }
  if (by === 'deal') return { key: sql`s.deal_id::text`, from: sql`sums s` }
  return by === 'sport'
    ? {
        key: sql`a.sport`,
        from: sql`sums s left join ${athleteFacts} a on a.organization_id = ${organization} and a.id = s.athlete_id`,
      }
    : {
        key: sql`d.lead_id::text`,
        from: sql`sums s left join ${publicDeals} d on d.organization_id = ${organization} and d.id = s.deal_id`,
      }
}

const measures = {
  received: { of: sql`received`, shown: sql`received <> 0 or expected <> 0 or fees <> 0` },
  expected: { of: sql`expected`, shown: sql`received <> 0 or expected <> 0 or fees <> 0` },
  fees: { of: sql`fees`, shown: sql`received <> 0 or expected <> 0 or fees <> 0` },
  return: {
    of: sql`fees - expenses - unrecouped - pay`,
    shown: sql`fees <> 0 or expenses <> 0 or unrecouped <> 0 or pay <> 0`,
  },
}

function loadTopRows(
  database: Queryable,
  viewer: Viewer,
  { currency, span, today }: ReportScope,
  by: Breakdown,
  sort: keyof typeof measures,
): Promise<TopRow[]> {
  const { key, from } = groupingFor(by, viewer.member)
  const { of, shown } = measures[sort]
  const { first, before } = upcomingRange(span, today)
  const over = (column: string) => total(sql`sum(${sql.ref(column)}) over ()`)
  return rowsOf(
    database,
    sql<TopRow>`with sums as (
        select t.athlete_id, t.deal_id, sum(t.amount_minor) filter (where t.account = 'athlete-earnings') as received,
          -sum(t.amount_minor) filter (where t.account = 'fees') as fees,
          sum(t.amount_minor) filter (where t.account = 'expenses') as expenses,
          sum(t.amount_minor) filter (where t.account = 'athlete-pay') as pay, 0 as expected, 0 as late, 0 as unrecouped
        from ${athleteTotals(viewer)}
        where t.account in ('athlete-earnings', 'fees', 'expenses', 'athlete-pay') and t.currency = ${currency}
          and ${inMonths('t.month', span)}
        group by 1, 2
        union all
        select p.athlete_id, p.deal_id, 0, 0, 0, 0, sum(p.open_minor) filter (where p.due_on >= ${first}::date),
          sum(p.open_minor) filter (where p.due_on < ${today}::date and p.due_on >= ${firstDayOf(span.from)}::date), 0
        from ${payments.open(viewer)} where not p.outgoing and p.currency = ${currency} and p.due_on < ${before}::date
        group by 1, 2
        union all
        select e.athlete_id, e.deal_id, 0, 0, 0, 0, 0, 0, sum(e.amount_minor - e.recouped_minor) from expenses e
        where e.organization_id = ${viewer.member.organization} and ${isVisibleAthlete(viewer, sql.ref('e.athlete_id'))} and ${isUnrecouped('e')}
          and e.currency = ${currency} and e.spent_on >= ${firstDayOf(span.from)}::date and e.spent_on < ${before}::date
        group by 1, 2),
      grouped as (
        select ${key} as id, coalesce(sum(s.received), 0) as received, coalesce(sum(s.expected), 0) as expected,
          coalesce(sum(s.late), 0) as late, coalesce(sum(s.fees), 0) as fees, coalesce(sum(s.expenses), 0) as expenses,
          coalesce(sum(s.pay), 0) as pay, coalesce(sum(s.unrecouped), 0) as unrecouped
        from ${from} group by 1)
      select id, received::float8 as "receivedMinor", expected::float8 as "expectedMinor", late::float8 as "lateMinor",
        fees::float8 as "feesMinor", expenses::float8 as "expensesMinor", unrecouped::float8 as "unrecoupedMinor",
        pay::float8 as "athletePayMinor", count(*) over ()::integer as count,
        ${over('received')} as "allReceived", ${over('expected')} as "allExpected", ${over('late')} as "allLate",
        ${over('fees')} as "allFees", ${over('expenses')} as "allExpenses", ${over('unrecouped')} as "allUnrecouped",
        ${over('pay')} as "allPay"
      from grouped where ${shown} order by ${of} desc, id limit ${BREAKDOWN_ROWS}`,
  )
}

/** Condition for unrecouped expenses, which matches the partial index. Recouped amounts are not costs. */
const isUnrecouped = (name: string) => {
  const of = (column: string) => sql.ref(`${name}.${column}`)
  return sql`${of('state')} = 'approved' and ${of('recoup_rate')} is not null and ${of('recouped_minor')} < ${of('amount_minor')}`
}

type NamedRow = { id: string; name: string; athlete: string | null }

async function loadNames(database: Queryable, { member }: Viewer, by: Breakdown, ids: readonly string[]) {
  const { organization } = member
  if (by === 'sport') return byId(ids.map((id) => ({ id, name: sportNames[id as SportId], athlete: null })))
  if (by === 'athlete') {
    const names = await athleteNames(database, organization, ids)
    return byId([...names].map(([id, name]) => ({ id, name, athlete: null })))
  }
  return byId(
    await rowsOf(
      database,
      by === 'deal'
        ? sql<NamedRow>`select id, title as name, athlete_name as athlete from ${publicDeals} d
            where organization_id = ${organization} and id = any(${ids}::uuid[])`
        : sql<NamedRow>`select id, name, null as athlete from ${publicUsers} u where id = any(${ids}::uuid[])`,
    ),
  )
}

const byId = (named: readonly NamedRow[]) => new Map(named.map((one) => [one.id, one]))

async function loadPromised(
  database: Queryable,
  { member }: Viewer,
  { currency, span }: ReportScope,
  by: 'deal' | 'athlete',
  ids: readonly string[],
) {
  const key = sql.ref(by === 'deal' ? 'p.deal_id' : 'p.athlete_id')
  const rows = await rowsOf(
    database,
    sql<{
      id: string
      minor: number
    }>`select ${key} as id, ${total(sql`sum(p.amount_minor)`)} as minor from ${publicPayments} p
      where p.organization_id = ${member.organization} and ${key} = any(${ids}::uuid[]) and p.state = 'expected' and not p.in_kind
        and not p.outgoing and p.currency = ${currency} and p.due_on >= ${firstDayOf(span.from)}::date
        and p.due_on < ${upcomingRange(span, '').before}::date
      group by 1`,
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

/** Income and costs of a deal to date, per currency. */
export async function loadDealMoney(database: Queryable, viewer: Viewer, deal: string, now: Date) {
  await requireDeal(database, viewer, deal)
  return loadMoney(database, viewer, sql`deal_id = ${deal}`, now)
}

/** The same for an athlete, including expenses outside deals. */
export async function loadAthleteMoney(database: Queryable, viewer: Viewer, athlete: string, now: Date) {
  if ((await athletesSeenAmong(database, viewer, [athlete])).length === 0) throw new Refusal('not-found')
  return loadMoney(database, viewer, sql`athlete_id = ${athlete}`, now)
}

/** The same for the visible deals with a company. */
export async function loadCompanyMoney(database: Queryable, viewer: Viewer, company: string, now: Date) {
  const { organization } = viewer.member
  const [known] = await rowsOf(
    database,
    sql`select from ${publicCompanies} c where c.organization_id = ${organization} and c.id = ${company} and c.removed_at is null`,
  )
  if (!known) throw new Refusal('not-found')
  const deals = sql`select id from ${publicDeals} d where d.organization_id = ${organization}
    and d.company_id = ${company} and d.removed_at is null and ${isVisibleAthlete(viewer, sql.ref('d.athlete_id'))}`
  const money = await loadMoney(database, viewer, sql`deal_id in (${deals})`, now)
  return { ...money, paysAfterDays: await loadPaymentDelay(database, organization, deals) }
}

/** Average days from due to received. Money received before the deal was entered says nothing about it. */
async function loadPaymentDelay(database: Queryable, organization: string, deals: RawBuilder<unknown>) {
  const [row] = await rowsOf(
    database,
    sql<{ days: number | null }>`select round(avg(r.received_on - p.due_on))::integer as days
      from receipt_allocations a
      join receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
      join ${publicPayments} p on p.organization_id = a.organization_id and p.id = a.payment_id
      where a.organization_id = ${organization} and a.deal_id in (${deals}) and p.due_on is not null
        and not a.in_kind and not r.opening and a.reverses is null
        and not exists (select from receipt_allocations x
          where x.organization_id = a.organization_id and x.reverses = a.id)`,
  )
  return row?.days ?? null
}

/** Received, expected and late money of several deals. */
export async function loadMoneyByDeal(
  database: Queryable,
  viewer: Viewer,
  asked: readonly string[],
  now: Date,
): Promise<MoneyByDeal> {
  const { organization } = viewer.member
  const { today } = await loadBookkeeping(database, organization, now)
  const deals = await filterDeals(database, viewer, asked)
  const rows = await rowsOf(
    database,
    sql<MoneyByDeal['rows'][number]>`select deal_id as deal, currency, ${total(sql`sum(received)`)} as "receivedMinor",
        ${total(sql`sum(expected)`)} as "expectedMinor", ${total(sql`sum(late)`)} as "lateMinor"
      from (select deal_id, currency, amount_minor as received, 0 as expected, 0 as late from ledger_totals
          where organization_id = ${organization} and deal_id = any(${deals}::uuid[]) and account = 'athlete-earnings'
        union all
        select p.deal_id, p.currency, 0, case when (p.due_on < ${today}::date) is not true then p.open_minor else 0 end,
          case when p.due_on < ${today}::date then p.open_minor else 0 end
        from ${payments.open(viewer)} where not p.outgoing and p.deal_id = any(${deals}::uuid[])) sums
      group by 1, 2 order by 1, 2`,
  )
  return { rows }
}

type Sums = {
  currency: Currency
  promised: number
  conditional: number
  received: number
  receivedThisYear: number
  inKind: number
  expected: number
  late: number
  fees: number
  hasOutgoing: boolean
  outgoingPromised: number
  outgoingLate: number
  pay: number
  owed: number
  expenses: number
  unrecouped: number
}

async function loadMoney(database: Queryable, viewer: Viewer, whose: RawBuilder<unknown>, now: Date) {
  const { organization, role } = viewer.member
  const { today, fiscalMonth } = await loadBookkeeping(database, organization, now)
  const year = fiscalYearOf(today, fiscalMonth)
  const is = sql`organization_id = ${organization} and ${whose}`
  const open = sql`greatest(amount_minor - received_minor, 0)`
  const isFirm = sql`state = 'expected' and not in_kind`
  const isLate = sql`due_on < ${today}::date`
  const promised = (which: RawBuilder<unknown>, what: RawBuilder<unknown> = sql`amount_minor`) =>
    sql`sum(${what}) filter (where ${which})`
  const booked = (account: string, when: RawBuilder<boolean> = sql`true`) =>
    sql`sum(amount_minor) filter (where account = ${account} and ${when})`
  const each = (name: string) => sql`${total(sql`sum(${sql.ref(name)})`)} as ${sql.ref(name)}`
  const rows = await rowsOf(
    database,
    sql<Sums>`with sums as (
        select currency, ${promised(sql`${isFirm} and not outgoing`)} as promised,
          ${promised(sql`state = 'conditional' and not in_kind and not outgoing`, open)} as conditional,
          ${promised(sql`${isFirm} and not outgoing and (${isLate}) is not true`, open)} as expected,
          ${promised(sql`${isFirm} and not outgoing and ${isLate}`, open)} as late,
          bool_or(outgoing) as "hasOutgoing", ${promised(sql`${isFirm} and outgoing`)} as "outgoingPromised",
          ${promised(sql`${isFirm} and outgoing and ${isLate}`, open)} as "outgoingLate",
          0 as received, 0 as "receivedThisYear", 0 as "inKind", 0 as fees, 0 as expenses, 0 as pay, 0 as owed, 0 as unrecouped
        from ${publicPayments} p where ${is} and state <> 'canceled' group by 1
        union all
        select currency, 0, 0, 0, 0, false, 0, 0, ${booked('athlete-earnings')},
          ${booked('athlete-earnings', inMonths('month', year))}, ${booked('in-kind-earnings')}, -${booked('fees')}, ${booked('expenses')},
          ${booked('athlete-pay')}, ${booked('owed-to-athletes')}, 0
        from ledger_totals where ${is} group by 1
        union all
        select currency, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(amount_minor - recouped_minor)
        from expenses where ${is} and ${isUnrecouped('expenses')} group by 1)
      select currency, bool_or("hasOutgoing") as "hasOutgoing", ${sql.join(
        [
          'promised',
          'conditional',
          'expected',
          'late',
          'outgoingPromised',
          'outgoingLate',
          'received',
          'receivedThisYear',
          'inKind',
          'fees',
          'expenses',
          'unrecouped',
          'pay',
          'owed',
        ].map(each),
      )}
      from sums group by 1 order by promised desc, currency`,
  )
  return { readAt: now.toISOString(), sums: rows.map((sums) => toMoneySum(sums, role === 'athlete')) }
}

/** Costs of the organization are hidden from athletes. */
function toMoneySum(sums: Sums, isAthlete: boolean): MoneySum {
  const { currency, promised, conditional, received, inKind, expected, late, fees, hasOutgoing, pay, owed } = sums
  return {
    currency,
    promisedMinor: promised,
    conditionalMinor: conditional,
    receivedMinor: received,
    receivedThisYearMinor: sums.receivedThisYear,
    inKindMinor: inKind,
    expectedMinor: expected,
    lateMinor: late,
    feesMinor: fees,
    outgoing:
      hasOutgoing || pay !== 0
        ? { promisedMinor: sums.outgoingPromised, paidMinor: pay + owed, lateMinor: sums.outgoingLate }
        : null,
    costs: isAthlete ? null : { expensesMinor: sums.expenses, unrecoupedMinor: sums.unrecouped, athletePayMinor: pay },
  }
}
