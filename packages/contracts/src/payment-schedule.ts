import * as z from 'zod/mini'
import { buyoutConditions, type OptionHolder, optionConditions } from './contract-years.ts'
import { amountMinor, splitEvenly, TOO_LARGE } from './currency.ts'
import { addMonths, day, spokenDay } from './days.ts'
import { addOffset, dayOffset, explainKeyDate, FIXED_DATE, offsetInWords } from './key-date.ts'
import { requiredLine } from './text.ts'

export const paymentKinds = {
  base: 'Base',
  'signing-bonus': 'Signing bonus',
  'roster-bonus': 'Roster bonus',
  incentive: 'Incentive',
  royalty: 'Royalty',
} as const
export type PaymentKind = keyof typeof paymentKinds

export const paymentIntervals = { month: 'Every month', quarter: 'Every quarter', year: 'Every year' } as const
export type PaymentInterval = keyof typeof paymentIntervals
const monthsOf: Record<PaymentInterval, number> = { month: 1, quarter: 3, year: 12 }

const MOST_TIMES = 240
const timesMessage = `Enter a number of payments from 1 to ${MOST_TIMES}`

const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('day'), day }),
  z.strictObject({ kind: z.literal('signing'), offset: dayOffset }),
  z.strictObject({
    kind: z.literal('repeated'),
    every: z.enum(Object.keys(paymentIntervals) as PaymentInterval[], 'Choose a frequency'),
    from: day,
    times: z.int(timesMessage).check(z.minimum(1, timesMessage), z.maximum(MOST_TIMES, timesMessage)),
    /** The amount per payment, or of all payments. */
    amountIs: z.enum(['each', 'total'], 'Choose per payment or total'),
  }),
  z.strictObject({
    kind: z.literal('condition'),
    /** Such as "Rushing yards" or "Named to the Pro Bowl". */
    metric: requiredLine(120, 'Enter the metric or event'),
    /** Null for events. */
    threshold: z.nullable(z.number('Enter a number').check(z.positive('Enter a number greater than 0'))),
    estimatedDay: z.nullable(day),
  }),
])
type Schedule = z.infer<typeof schedule>

export const paymentRule = z
  .strictObject({
    /** Stable across versions. */
    id: z.uuid(),
    kind: z.enum(Object.keys(paymentKinds) as PaymentKind[], 'Choose a kind'),
    title: requiredLine(120, 'Enter a title'),
    /** In the deal's currency; in-kind payments at their value. */
    amountMinor,
    inKind: z.boolean(),
    schedule,
  })
  .check(z.refine((rule) => Number.isSafeInteger(totalOfRule(rule)), { error: TOO_LARGE, path: ['amountMinor'] }))
export type PaymentRule = z.infer<typeof paymentRule>

/** Payments of contract years belong to a season. */
type DueRule = Schedule | { kind: 'season'; season: number; option: OptionHolder | null; isBuyout?: true }

export type ScheduledPayment = {
  ruleId: string
  /** From 1, within its rule. */
  number: number
  due: DueRule
  /** Null if unknown; an estimate if conditional. */
  day: string | null
  /** Null: unconditional. */
  condition: string | null
  amountMinor: number
  kind: PaymentKind
  title: string
  inKind: boolean
}

/** Sorted by day, undated ones last. */
export function expandPayments(
  rules: readonly PaymentRule[],
  /** One signing day, or one per rule id where some were amended. */
  { signedOn }: { signedOn: string | null | ((rule: string) => string | null) },
): ScheduledPayment[] {
  const signedOnOf = typeof signedOn === 'function' ? signedOn : () => signedOn
  return rules.flatMap((rule) => paymentsOf(rule, signedOnOf(rule.id))).toSorted(byDay)
}

function paymentsOf(rule: PaymentRule, signedOn: string | null): ScheduledPayment[] {
  const { id: ruleId, kind, title, inKind, amountMinor, schedule } = rule
  const payment = { ruleId, number: 1, due: schedule, day: null, condition: null, amountMinor, kind, title, inKind }
  switch (schedule.kind) {
    case 'day':
      return [{ ...payment, day: schedule.day }]
    case 'signing':
      return [{ ...payment, day: signedOn && addOffset(signedOn, schedule.offset) }]
    case 'repeated': {
      const { every, from, times, amountIs } = schedule
      const amounts = amountIs === 'total' ? splitEvenly(amountMinor, times) : Array<number>(times).fill(amountMinor)
      // Counted from the first date: January 31, February 28, March 31.
      return amounts.map((amount, index) => ({
        ...payment,
        number: index + 1,
        day: addMonths(from, index * monthsOf[every]),
        amountMinor: amount,
      }))
    }
    case 'condition':
      return [{ ...payment, day: schedule.estimatedDay, condition: conditionInWords(schedule) }]
  }
}

/** Such as "August 3, 2026", "90 days after signing" or "2028 season". */
export function dueInWords({ due, day }: Pick<ScheduledPayment, 'due' | 'day'>, dayInWords = spokenDay): string {
  switch (due.kind) {
    case 'season':
      return `${due.season} season`
    case 'signing':
      return day ? dayInWords(day) : offsetInWords(due.offset, 'signing')
    case 'condition':
      return day ? `Estimated ${dayInWords(day)}` : 'Conditional'
    default:
      return day ? dayInWords(day) : ''
  }
}

/** Such as "Payment 2 of 12", "Condition: 1,000 rushing yards" or "In kind". */
export function detailsOfPayment({ due, number, condition, inKind }: ScheduledPayment): string[] {
  const option = due.kind === 'season' && due.option && (due.isBuyout ? buyoutConditions : optionConditions)[due.option]
  return [
    ...(due.kind === 'repeated' && due.times > 1 ? [`Payment ${number} of ${due.times}`] : []),
    ...(option ? [option] : condition ? [`Condition: ${condition}`] : []),
    ...(inKind ? ['In kind'] : []),
  ]
}

/** Such as "Payment 2 of 12, every month from August 3, 2026". */
export function explainPayment({ schedule }: Pick<PaymentRule, 'schedule'>, number: number): string {
  switch (schedule.kind) {
    case 'day':
      return FIXED_DATE
    case 'signing':
      return explainKeyDate({ anchor: { kind: 'signing' }, offset: schedule.offset })
    case 'repeated': {
      const { every, from, times } = schedule
      return `Payment ${number} of ${times}, ${paymentIntervals[every].toLowerCase()} from ${spokenDay(from)}`
    }
    case 'condition':
      return `Estimated date. Condition: ${conditionInWords(schedule)}`
  }
}
/** "1,000 rushing yards" */
function conditionInWords({ metric, threshold }: Extract<Schedule, { kind: 'condition' }>) {
  return threshold === null ? metric : `${threshold.toLocaleString('en-US')} ${metric}`
}

export function totalOfRule({ amountMinor, schedule }: { amountMinor: number; schedule: Schedule }) {
  return schedule.kind === 'repeated' && schedule.amountIs === 'each' ? amountMinor * schedule.times : amountMinor
}

const byDay = (a: ScheduledPayment, b: ScheduledPayment) => {
  const [first, second] = [orderOf(a), orderOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}
/** Before the signature, payments that follow it come first; other undated ones come last. */
const orderOf = ({ day, due }: ScheduledPayment) => day ?? (due.kind === 'signing' ? '' : '~')
