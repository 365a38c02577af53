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
  const span = { today, before: firstDayOf(monthAfter(from, FORECAST_MONTHS)) }
  const currency = query.currency ?? ownCurrency
  const [open, flatFees] = await Promise.all([
    loadOpen(database, viewer, span),
    loadFlatFees(database, viewer, span, currency),
  ])
  const allDirections = Object.keys(paymentDirections) as PaymentDirection[]
  const directions = allDirections.filter((one) => open.some((row) => row.direction === one))
  const direction = query.direction ?? directions[0] ?? 'incoming'
  const rows = open.filter((row) => row.currency === currency && row.direction === direction)
  // The organization earns no fee on its own payments.
  const fees = direction === 'incoming' ? [...feesAtRates(rows), ...flatFees] : []
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
type Amounts = { guaranteed: number; conditional: number }
type Open = Cell &
  Amounts & {
    currency: Currency
    direction: PaymentDirection
    /** In millionths. */
    rate: number | null
    guaranteedCount: number
    conditionalCount: number
    count: number
  }
type Span = { today: string; before: string }

/** Of `p` with `due_on` and `is_firm`: not conditional. */
function bucketOf({ today, before }: Span) {
  const isPast = sql`p.due_on < ${today}::date`
  return sql`case when p.due_on is null then ${UNDATED} when ${isPast} and p.is_firm then ${OVERDUE} when ${isPast} then ${PAST_ESTIMATE}
    when p.due_on < ${before}::date then to_char(p.due_on, 'YYYY-MM') else ${LATER} end`
}

/** In all currencies and both directions, since each can be selected. Grouped by day first: formatting each row is slow. */
function loadOpen(database: Queryable, viewer: Viewer, span: Span) {
  return rowsOf(
    database,
    sql<Open>`select p.currency, case when p.outgoing then 'outgoing' else 'incoming' end as direction, p.income, p.rate,
        ${bucketOf(span)} as bucket, ${total(sql`sum(p.guaranteed)`)} as guaranteed, sum(p.guaranteed_count)::integer as "guaranteedCount",
        ${total(sql`sum(p.conditional)`)} as conditional, sum(p.conditional_count)::integer as "conditionalCount", sum(p.count)::integer as count
      from (select p.due_on, p.state = 'expected' as is_firm, p.currency, p.outgoing, p.income, p.fee_rate as rate,
          sum(p.guaranteed) as guaranteed, count(*) filter (where p.guaranteed > 0) as guaranteed_count,
          sum(p.conditional) as conditional, count(*) filter (where p.conditional > 0) as conditional_count, count(*) as count
        from ${payments.forecast(viewer)} group by p.due_on, is_firm, p.currency, p.outgoing, p.income, p.fee_rate) p
      group by p.currency, p.outgoing, p.income, p.rate, bucket`,
  )
}

function feesAtRates(rows: readonly Open[]): (Cell & Amounts)[] {
  return rows.flatMap(({ bucket, income, rate, guaranteed, conditional }) =>
    rate === null
      ? []
      : [{ bucket, income, guaranteed: shareOf(guaranteed, rate), conditional: shareOf(conditional, rate) }],
  )
}

/** A flat fee is earned with the first money, so it is expected once, with the earliest guaranteed payment. */
async function loadFlatFees(database: Queryable, viewer: Viewer, span: Span, currency: Currency) {
  const booked = sql`(select sum(x.fee_minor + x.fee_before_minor) from receipt_allocations x
    where x.organization_id = p.organization_id and x.deal_id = p.deal_id and x.currency = p.currency)`
  const rows = await rowsOf(
    database,
    sql<
      Cell & { isGuaranteed: boolean; minor: number }
    >`select ${bucketOf(span)} as bucket, p.income, p.guaranteed > 0 as "isGuaranteed",
        p.fee_flat_minor - ${total(booked)} as minor
      from (select distinct on (p.deal_id) p.*, p.state = 'expected' as is_firm from ${payments.forecast(viewer)}
        where p.fee_flat_minor is not null and not p.outgoing and p.currency = ${currency}
        order by p.deal_id, p.guaranteed > 0 desc, p.state = 'conditional' and p.due_on < ${span.today}::date, p.due_on) p`,
  )
  return rows.map(({ isGuaranteed, minor, ...cell }) => ({
    ...cell,
    guaranteed: isGuaranteed ? minor : 0,
    conditional: isGuaranteed ? 0 : minor,
  }))
}

function sumFigures(
  rows: readonly Open[],
  fees: readonly (Cell & Amounts)[],
  isIn: (cell: Cell) => boolean,
): ForecastFigures {
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
