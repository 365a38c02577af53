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
import { ofSeenAthletes, seesAllAthletes } from '../athletes/athletes.ts'
import { paymentFacts, payments } from '../deals/deals.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { aheadIn, inMonths, monthTotals, rowsOfSql, total } from './totals.ts'

/** Whose figures are on the screen. */
const figureAccounts = [
  'athlete-earnings',
  'in-kind-earnings',
  'fees',
  'expenses',
  'athlete-pay',
  'owed-to-athletes',
] as const satisfies Account[]
type FigureAccount = (typeof figureAccounts)[number]

/** What is asked for in words or not at all: the fiscal year of today, in the organization's own currency. */
export async function askedOf(database: Queryable, viewer: Viewer, asked: OverviewQuery, now: Date) {
  const { today, currency, fiscalMonth } = await bookkeepingOf(database, viewer.member.organization, now)
  const { from, until } = asked
  const span: Span = from && until ? { from, until } : fiscalYearOf(today, fiscalMonth)
  return { today, fiscalMonth, ownCurrency: currency, currency: asked.currency ?? currency, span }
}
export type Asked = Awaited<ReturnType<typeof askedOf>>

/** What came, what is expected, what is late, fees and expenses: all of it from totals and from the index of open payments. */
export async function financeOverview(
  database: Queryable,
  viewer: Viewer,
  query: OverviewQuery,
  now: Date,
): Promise<FinanceOverview> {
  const asked = await askedOf(database, viewer, query, now)
  const [booked, open, conditional, inUse] = await Promise.all([
    bookedIn(database, viewer, asked),
    openIn(database, viewer, asked),
    conditionalIn(database, viewer, asked),
    bookedCurrencies(database, viewer),
  ])
  const { currency, span, today, fiscalMonth } = asked
  const ours = open.filter((one) => one.currency === currency)
  const coming = ours.filter(({ outgoing }) => !outgoing)
  const going = ours.filter(({ outgoing }) => outgoing)
  const months = new Set(monthsOf(span))
  const isExpected = ({ bucket }: Open) => months.has(bucket)
  const isLate = ({ bucket }: Open) => (allAgingBands as string[]).includes(bucket)
  const sumOf = (account: FigureAccount, some: (one: Booked) => boolean = () => true) => {
    const sum = booked.filter((one) => one.account === account && some(one)).reduce((all, { minor }) => all + minor, 0)
    // Income is what was credited. Nothing is not less than nothing.
    return account === 'fees' ? 0 - sum : sum
  }
  const countedOf = (account: FigureAccount) => ({
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
      [asked.ownCurrency, currency, ...inUse, ...open.map((payment) => payment.currency)].includes(one),
    ),
    narrowed: !seesAllAthletes(viewer),
    received: countedOf('athlete-earnings'),
    inKind: countedOf('in-kind-earnings'),
    expected: summed(coming.filter(isExpected)),
    undated: summed(coming.filter(({ bucket }) => bucket === UNDATED)),
    conditional,
    late: summed(coming.filter(isLate)),
    aging: allAgingBands.map((band: AgingBand) => ({
      band,
      ...summed(coming.filter(({ bucket }) => bucket === band)),
    })),
    feesMinor: sumOf('fees'),
    expensesMinor: sumOf('expenses'),
    outgoing:
      going.length > 0 || paidMinor !== 0
        ? { paidMinor, due: summed(going.filter(isExpected)), late: summed(going.filter(isLate)) }
        : null,
    months: [...months].map((month) => ({
      month,
      receivedMinor: sumOf('athlete-earnings', (one) => one.month === month),
      expectedMinor: summed(coming.filter(({ bucket }) => bucket === month)).minor,
      feesMinor: sumOf('fees', (one) => one.month === month),
      expensesMinor: sumOf('expenses', (one) => one.month === month),
    })),
    sources: allIncomeClasses.map((income) => ({
      income,
      receivedMinor: sumOf('athlete-earnings', (one) => one.income === income),
      expectedMinor: summed(coming.filter((one) => isExpected(one) && one.income === income)).minor,
      feesMinor: sumOf('fees', (one) => one.income === income),
    })),
  }
}

type Booked = { account: FigureAccount; month: string; income: IncomeClass | null; minor: number; lines: number }

function bookedIn(database: Queryable, viewer: Viewer, { currency, span }: Asked): Promise<Booked[]> {
  return rowsOfSql(
    database,
    sql<Booked>`select t.account, to_char(t.month, 'YYYY-MM') as month, t.income, ${total(sql`sum(t.amount_minor)`)} as minor,
        sum(t.lines)::integer as lines
      from ${monthTotals(viewer)}
      where t.account = any(${figureAccounts}::text[]) and t.currency = ${currency} and ${inMonths('t.month', span)}
      group by 1, 2, 3`,
  )
}

/** A month of the span, how late it is, or why it is neither. */
type Open = { currency: Currency; outgoing: boolean; income: IncomeClass; bucket: string } & Counted
const UNDATED = 'undated'

/** In all currencies, because each of them can be chosen. */
function openIn(database: Queryable, viewer: Viewer, { span, today }: Asked): Promise<Open[]> {
  const { first, before } = aheadIn(span, today)
  const daysLate = sql`${today}::date - p.due_on`
  return rowsOfSql(
    database,
    sql<Open>`select p.currency, p.outgoing, p.income, count(*)::integer as count, ${total(sql`sum(p.open_minor)`)} as minor,
        case when p.due_on is null then ${UNDATED}
          when ${daysLate} > 90 then '91-' when ${daysLate} > 60 then '61-90' when ${daysLate} > 30 then '31-60'
          when ${daysLate} > 0 then '1-30'
          when p.due_on >= ${first}::date and p.due_on < ${before}::date then to_char(p.due_on, 'YYYY-MM')
          else 'beyond' end as bucket
      from ${payments.open(viewer)} group by p.currency, p.outgoing, p.income, bucket`,
  )
}

async function conditionalIn(database: Queryable, viewer: Viewer, { currency }: Asked): Promise<Counted> {
  const [sum = { minor: 0, count: 0 }] = await rowsOfSql(
    database,
    sql<Counted>`select ${total(sql`sum(p.amount_minor - p.received_minor)`)} as minor, count(*)::integer as count from ${paymentFacts} p
      where p.organization_id = ${viewer.member.organization} and p.state = 'conditional' and not p.in_kind and not p.outgoing
        and p.currency = ${currency} and ${ofSeenAthletes(viewer, sql.ref('p.athlete_id'))}`,
  )
  return sum
}

/** Looked up one by one: so the rows of other accounts and months are not read. */
async function bookedCurrencies(database: Queryable, viewer: Viewer): Promise<Currency[]> {
  const rows = await rowsOfSql(
    database,
    sql<{ currency: Currency }>`select c.currency from unnest(${currencies}::text[]) as c (currency)
      where exists (select from ${monthTotals(viewer)} where t.account = any(${figureAccounts}::text[]) and t.currency = c.currency)`,
  )
  return rows.map(({ currency }) => currency)
}

function summed(some: readonly Counted[]): Counted {
  return some.reduce((all, { minor, count }) => ({ minor: all.minor + minor, count: all.count + count }), {
    minor: 0,
    count: 0,
  })
}

/** For the first screen: nothing but what is late. */
export async function latePayments(database: Queryable, viewer: Viewer, now: Date) {
  const { today } = await bookkeepingOf(database, viewer.member.organization, now)
  const late = await rowsOfSql(
    database,
    sql<
      { currency: Currency } & Counted
    >`select p.currency, ${total(sql`sum(p.open_minor)`)} as minor, count(*)::integer as count
      from ${payments.open(viewer)} where not p.outgoing and p.due_on < ${today}::date group by 1 order by 2 desc`,
  )
  return { late }
}
