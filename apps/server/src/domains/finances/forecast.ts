import { type Currency, currencies } from '@sherpa/contracts/currency'
import { type PaymentDirection, paymentDirections } from '@sherpa/contracts/deal-work'
import { monthAfter, monthsOf } from '@sherpa/contracts/finance'
import {
  type FinanceForecast,
  FORECAST_MONTHS,
  type ForecastFigures,
  type ForecastQuery,
} from '@sherpa/contracts/forecast'
import { allIncomeClasses, type IncomeClass, shareOf } from '@sherpa/contracts/money'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import { payments } from '../deals/deals.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { firstDayOf, total } from './totals.ts'

/** Guaranteed and conditional money of the next 12 months, from one scan of an index (decision 0033). */
export async function loadForecast(
  database: Queryable,
  viewer: Viewer,
  query: ForecastQuery,
  now: Date,
): Promise<FinanceForecast> {
  const { today, currency: ownCurrency } = await loadBookkeeping(database, viewer.member.organization, now)
  const from = today.slice(0, 7)
  const months = monthsOf({ from, until: monthAfter(from, FORECAST_MONTHS - 1) })
  const open = await loadOpen(database, viewer, { today, before: firstDayOf(monthAfter(from, FORECAST_MONTHS)) })
  const allDirections = Object.keys(paymentDirections) as PaymentDirection[]
  const directions = allDirections.filter((one) => open.some((row) => row.direction === one))
  const currency = query.currency ?? ownCurrency
  const direction = query.direction ?? directions[0] ?? 'incoming'
  const rows = open.filter((row) => row.currency === currency && row.direction === direction)
  const fees = [...feesAtRates(rows), ...(await loadFlatFees(database, viewer, rows, { currency, months }))]
  const ofBucket = (bucket: string) => rows.filter((row) => row.bucket === bucket)
  return {
    readAt: now.toISOString(),
    today,
    currency,
    currencies: currencies.filter((one) => [ownCurrency, currency, ...open.map((row) => row.currency)].includes(one)),
    direction,
    directions,
    narrowed: !seesAllAthletes(viewer),
    months: months.map((month) => ({
      month,
      ...sumFigures(rows, fees, (row) => row.bucket === month),
      sources: allIncomeClasses.map((income) => ({
        income,
        ...sumFigures(rows, fees, (row) => row.bucket === month && row.income === income),
      })),
    })),
    overdue: {
      minor: sum(ofBucket(OVERDUE), (row) => row.guaranteed + row.conditional),
      count: sum(ofBucket(OVERDUE), (row) => row.count),
    },
    pastEstimate: byCertainty(ofBucket(PAST_ESTIMATE)).conditional,
    undated: byCertainty(ofBucket(UNDATED)),
    later: byCertainty(ofBucket(LATER)),
  }
}

const OVERDUE = 'overdue'
const PAST_ESTIMATE = 'past-estimate'
const UNDATED = 'undated'
const LATER = 'later'

/** `bucket` is a month, or one of the above. */
type Cell = { bucket: string; income: IncomeClass }
type Open = Cell & {
  currency: Currency
  direction: PaymentDirection
  /** In millionths. */
  rate: number | null
  flat: number | null
  /** The deal, if its fee is flat. */
  deal: string | null
  guaranteed: number
  guaranteedCount: number
  conditional: number
  conditionalCount: number
  count: number
}
type Fee = Cell & { guaranteed: number; conditional: number }

/** In all currencies and both directions, since each can be selected. */
function loadOpen(database: Queryable, viewer: Viewer, { today, before }: { today: string; before: string }) {
  const isPast = sql`p.due_on < ${today}::date`
  return rowsOf(
    database,
    sql<Open>`select p.currency, case when p.outgoing then 'outgoing' else 'incoming' end as direction, p.income, p.fee_rate as rate,
        p.fee_flat_minor::float8 as flat, case when p.fee_flat_minor is not null then p.deal_id end as deal,
        case when p.due_on is null then ${UNDATED} when ${isPast} and p.state = 'expected' then ${OVERDUE} when ${isPast} then ${PAST_ESTIMATE}
          when p.due_on < ${before}::date then to_char(p.due_on, 'YYYY-MM') else ${LATER} end as bucket,
        ${total(sql`sum(p.guaranteed)`)} as guaranteed, (count(*) filter (where p.guaranteed > 0))::integer as "guaranteedCount",
        ${total(sql`sum(p.conditional)`)} as conditional, (count(*) filter (where p.conditional > 0))::integer as "conditionalCount",
        count(*)::integer as count
      from ${payments.forecast(viewer)} group by p.currency, p.outgoing, p.income, rate, p.fee_flat_minor, deal, bucket`,
  )
}

function feesAtRates(rows: readonly Open[]): Fee[] {
  return rows.flatMap(({ bucket, income, rate, guaranteed, conditional }) =>
    rate === null
      ? []
      : [{ bucket, income, guaranteed: shareOf(guaranteed, rate), conditional: shareOf(conditional, rate) }],
  )
}

/** A flat fee is earned with the first money, so it is expected once, with the earliest certain payment. */
async function loadFlatFees(
  database: Queryable,
  viewer: Viewer,
  rows: readonly Open[],
  { currency, months }: { currency: Currency; months: readonly string[] },
): Promise<Fee[]> {
  const withFlatFee = rows.flatMap(({ deal, ...row }) => (deal === null ? [] : [{ ...row, deal }]))
  if (withFlatFee.length === 0) return []
  const byDeal = Map.groupBy(withFlatFee, ({ deal }) => deal)
  const booked = await loadBookedFees(database, viewer, [...byDeal.keys()], currency)
  const order = [OVERDUE, ...months, LATER, PAST_ESTIMATE, UNDATED]
  return [...byDeal].flatMap(([deal, ofDeal]) => {
    const inOrder = ofDeal.toSorted((one, other) => order.indexOf(one.bucket) - order.indexOf(other.bucket))
    const certain = inOrder.find(({ guaranteed }) => guaranteed > 0)
    const first = certain ?? inOrder[0]
    if (!first) return []
    const minor = (first.flat ?? 0) - (booked.get(deal) ?? 0)
    const { bucket, income } = first
    return [{ bucket, income, guaranteed: certain ? minor : 0, conditional: certain ? 0 : minor }]
  })
}

async function loadBookedFees(database: Queryable, viewer: Viewer, deals: readonly string[], currency: Currency) {
  const rows = await rowsOf(
    database,
    sql<{
      deal: string
      minor: number
    }>`select deal_id as deal, ${total(sql`sum(fee_minor + fee_before_minor)`)} as minor
      from receipt_allocations
      where organization_id = ${viewer.member.organization} and deal_id = any(${deals}::uuid[]) and currency = ${currency} group by 1`,
  )
  return new Map(rows.map(({ deal, minor }) => [deal, minor]))
}

function sumFigures(rows: readonly Open[], fees: readonly Fee[], isIn: (cell: Cell) => boolean): ForecastFigures {
  const [money, expectedFees] = [rows.filter(isIn), fees.filter(isIn)]
  return {
    guaranteedMinor: sum(money, (row) => row.guaranteed),
    conditionalMinor: sum(money, (row) => row.conditional),
    guaranteedFeesMinor: sum(expectedFees, (fee) => fee.guaranteed),
    conditionalFeesMinor: sum(expectedFees, (fee) => fee.conditional),
  }
}

const byCertainty = (rows: readonly Open[]) => ({
  guaranteed: { minor: sum(rows, (row) => row.guaranteed), count: sum(rows, (row) => row.guaranteedCount) },
  conditional: { minor: sum(rows, (row) => row.conditional), count: sum(rows, (row) => row.conditionalCount) },
})

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) => items.reduce((all, item) => all + of(item), 0)
