import * as z from 'zod/mini'
import { currency, sumMinor as minor } from './currency.ts'
import { type PaymentDirection, paymentDirections } from './deal-work.ts'
import { counted } from './finance.ts'
import { allIncomeClasses } from './money.ts'

/** From the current month on. */
export const FORECAST_MONTHS = 12

const direction = z.enum(Object.keys(paymentDirections) as PaymentDirection[])

/** Defaults: the organization's currency, and incoming payments unless there are only outgoing ones. */
export const forecastQuery = z.strictObject({ currency: z.optional(currency), direction: z.optional(direction) })
export type ForecastQuery = z.infer<typeof forecastQuery>

/** Guaranteed and conditional money are never added together. */
const figures = {
  guaranteedMinor: minor,
  conditionalMinor: minor,
  /** Fees on these amounts, by the terms in force. */
  guaranteedFeesMinor: minor,
  conditionalFeesMinor: minor,
}
const byCertainty = z.object({ guaranteed: counted, conditional: counted })

/** Open payments of signed deals in one currency. In-kind payments are excluded. */
export const financeForecast = z.object({
  readAt: z.iso.datetime(),
  /** In the organization's time zone. */
  today: z.string(),
  currency,
  /** All currencies of open payments, and the organization's. Nothing is converted. */
  currencies: z.array(currency),
  direction,
  /** With open payments. */
  directions: z.array(direction),
  /** Limited to the caller's athletes. */
  narrowed: z.boolean(),
  /** The current month starts today. */
  months: z.array(
    z.object({
      month: z.string(),
      ...figures,
      sources: z.array(z.object({ income: z.enum(allIncomeClasses), ...figures })),
    }),
  ),
  /** Due before today, and in no month. */
  overdue: counted,
  /** Conditional, with an estimated day before today. */
  pastEstimate: counted,
  undated: byCertainty,
  /** Due after the last month. */
  later: byCertainty,
})
export type FinanceForecast = z.infer<typeof financeForecast>
export type ForecastFigures = Pick<
  FinanceForecast['months'][number],
  'guaranteedMinor' | 'conditionalMinor' | 'guaranteedFeesMinor' | 'conditionalFeesMinor'
>
