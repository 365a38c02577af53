import { type Currency, currencies } from '@sherpa/contracts/currency'
import {
  type Counted,
  type FinanceOverview,
  fiscalYearOf,
  monthsOf,
  type OverviewQuery,
  type Span,
} from '@sherpa/contracts/finance'
import {
  type Account,
  type AgingBand,
  allAgingBands,
  allIncomeClasses,
  type IncomeClass,
} from '@sherpa/contracts/money'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { payments, publicPayments } from '../deals/deals.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { inMonths, monthTotals, total, upcomingRange } from './totals.ts'

/** Accounts shown in the overview. */
const figureAccounts = [
  'athlete-earnings',
  'in-kind-earnings',
  'fees',
  'expenses',
  'athlete-pay',
  'owed-to-athletes',
] as const satisfies Account[]
type FigureAccount = (typeof figureAccounts)[number]

/** Applies the defaults: the current fiscal year and the organization's own currency. */
export async function resolveScope(database: Queryable, viewer: Viewer, filters: OverviewQuery, now: Date) {
  const { today, currency, fiscalMonth } = await loadBookkeeping(database, viewer.member.organization, now)
  const { from, until } = filters
  const span: Span = from && until ? { from, until } : fiscalYearOf(today, fiscalMonth)
  return { today, fiscalMonth, ownCurrency: currency, currency: filters.currency ?? currency, span }
}
export type ReportScope = Awaited<ReturnType<typeof resolveScope>>

/** Received, expected and late amounts, fees and expenses, from ledger totals and the index of open payments. */
export async function loadOverview(
  database: Queryable,
  viewer: Viewer,
  query: OverviewQuery,
  now: Date,
): Promise<FinanceOverview> {
  const scope = await resolveScope(database, viewer, query, now)
  const [booked, open, conditional, usedCurrencies] = await Promise.all([
    loadBooked(database, viewer, scope),
    loadOpen(database, viewer, scope),
    loadConditional(database, viewer, scope),
    loadUsedCurrencies(database, viewer),
  ])
  const { currency, span, today, fiscalMonth } = scope
  const inCurrency = open.filter((one) => one.currency === currency)
  const incoming = inCurrency.filter(({ outgoing }) => !outgoing)
  const outgoingPayments = inCurrency.filter(({ outgoing }) => outgoing)
  const months = new Set(monthsOf(span))
  const isExpected = ({ bucket }: Open) => months.has(bucket)
  const isLate = ({ bucket }: Open) => (allAgingBands as string[]).includes(bucket)
  const sumOf = (account: FigureAccount, some: (one: Booked) => boolean = () => true) => {
    const sum = booked.filter((one) => one.account === account && some(one)).reduce((all, { minor }) => all + minor, 0)
    // Income is a credit, so negative. Subtracting from 0 avoids a negative zero.
    return account === 'fees' ? 0 - sum : sum
  }
  const countFor = (account: FigureAccount) => ({
    minor: sumOf(account),
    count: booked.filter((one) => one.account === account).reduce((all, { lines }) => all + lines, 0),
  })
  const paidMinor = sumOf('athlete-pay') + sumOf('owed-to-athletes')
  return {
    readAt: now.toISOString(),
    today,
    fiscalMonth,
    ...span,
    currency,
    currencies: currencies.filter((one) =>
      [scope.ownCurrency, currency, ...usedCurrencies, ...open.map((payment) => payment.currency)].includes(one),
    ),
    inUse: usedCurrencies.length > 0 || open.length > 0 || conditional.count > 0,
    narrowed: !seesAllAthletes(viewer),
    received: countFor('athlete-earnings'),
    inKind: countFor('in-kind-earnings'),
    expected: sumCounts(incoming.filter(isExpected)),
    undated: sumCounts(incoming.filter(({ bucket }) => bucket === UNDATED)),
    conditional,
    late: sumCounts(incoming.filter(isLate)),
    oldestLateDays: Math.max(0, ...incoming.filter(isLate).map(({ daysLate }) => daysLate ?? 0)),
    aging: allAgingBands.map((band: AgingBand) => ({
      band,
      ...sumCounts(incoming.filter(({ bucket }) => bucket === band)),
    })),
    feesMinor: sumOf('fees'),
    expensesMinor: sumOf('expenses'),
    outgoing:
      outgoingPayments.length > 0 || paidMinor !== 0
        ? {
            paidMinor,
            due: sumCounts(outgoingPayments.filter(isExpected)),
            late: sumCounts(outgoingPayments.filter(isLate)),
          }
        : null,
    months: [...months].map((month) => ({
      month,
      receivedMinor: sumOf('athlete-earnings', (one) => one.month === month),
      expectedMinor: sumCounts(incoming.filter(({ bucket }) => bucket === month)).minor,
      feesMinor: sumOf('fees', (one) => one.month === month),
      expensesMinor: sumOf('expenses', (one) => one.month === month),
    })),
    sources: allIncomeClasses.map((income) => ({
      income,
      receivedMinor: sumOf('athlete-earnings', (one) => one.income === income),
      expectedMinor: sumCounts(incoming.filter((one) => isExpected(one) && one.income === income)).minor,
      feesMinor: sumOf('fees', (one) => one.income === income),
    })),
  }
}

type Booked = { account: FigureAccount; month: string; income: IncomeClass | null; minor: number; lines: number }

function loadBooked(database: Queryable, viewer: Viewer, { currency, span }: ReportScope): Promise<Booked[]> {
  return rowsOf(
    database,
    sql<Booked>`select t.account, to_char(t.month, 'YYYY-MM') as month, t.income, ${total(sql`sum(t.amount_minor)`)} as minor,
        sum(t.lines)::integer as lines
      from ${monthTotals(viewer)}
      where t.account = any(${figureAccounts}::text[]) and t.currency = ${currency} and ${inMonths('t.month', span)}
      group by 1, 2, 3`,
  )
}

/** `bucket` is a month of the period, an aging band, undated or beyond. */
type Open = {
  currency: Currency
  outgoing: boolean
  income: IncomeClass
  bucket: string
  /** Of the oldest. */
  daysLate: number | null
} & Counted
const UNDATED = 'undated'

/** In all currencies, since each can be selected. */
function loadOpen(database: Queryable, viewer: Viewer, { span, today }: ReportScope): Promise<Open[]> {
  const { first, before } = upcomingRange(span, today)
  const daysLate = sql`${today}::date - p.due_on`
  return rowsOf(
    database,
    sql<Open>`select p.currency, p.outgoing, p.income, count(*)::integer as count, ${total(sql`sum(p.open_minor)`)} as minor,
        max(${daysLate}) as "daysLate",
        case when p.due_on is null then ${UNDATED}
          when ${daysLate} > 90 then '91-' when ${daysLate} > 60 then '61-90' when ${daysLate} > 30 then '31-60'
          when ${daysLate} > 0 then '1-30'
          when p.due_on >= ${first}::date and p.due_on < ${before}::date then to_char(p.due_on, 'YYYY-MM')
          else 'beyond' end as bucket
      from ${payments.open(viewer)} group by p.currency, p.outgoing, p.income, bucket`,
  )
}

async function loadConditional(database: Queryable, viewer: Viewer, { currency }: ReportScope): Promise<Counted> {
  const [sum = { minor: 0, count: 0 }] = await rowsOf(
    database,
    sql<Counted>`select ${total(sql`sum(p.amount_minor - p.received_minor)`)} as minor, count(*)::integer as count from ${publicPayments} p
      where p.organization_id = ${viewer.member.organization} and p.state = 'conditional' and not p.in_kind and not p.outgoing
        and p.currency = ${currency} and ${isVisibleAthlete(viewer, sql.ref('p.athlete_id'))}`,
  )
  return sum
}

/** One index lookup per currency, so rows of other accounts and months are not read. */
async function loadUsedCurrencies(database: Queryable, viewer: Viewer): Promise<Currency[]> {
  const rows = await rowsOf(
    database,
    sql<{ currency: Currency }>`select c.currency from unnest(${currencies}::text[]) as c (currency)
      where exists (select from ${monthTotals(viewer)} where t.account = any(${figureAccounts}::text[]) and t.currency = c.currency)`,
  )
  return rows.map(({ currency }) => currency)
}

function sumCounts(some: readonly Counted[]): Counted {
  return some.reduce((all, { minor, count }) => ({ minor: all.minor + minor, count: all.count + count }), {
    minor: 0,
    count: 0,
  })
}
