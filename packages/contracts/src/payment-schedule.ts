import * as z from 'zod/mini'
import { buyoutConditions, type OptionHolder, optionConditions } from './contract-years.ts'
import { amountMinor, splitEvenly, TOO_LARGE } from './currency.ts'
import { addMonths, day, spokenDay } from './days.ts'
import { addOffset, dayOffset, explainKeyDate, offsetInWords } from './key-date.ts'
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
    every: z.enum(Object.keys(paymentIntervals) as PaymentInterval[], 'Choose how often'),
    from: day,
    times: z.int(timesMessage).check(z.minimum(1, timesMessage), z.maximum(MOST_TIMES, timesMessage)),
    /** Whether the amount of the rule is paid each time, or is the total of all. */
    amountIs: z.enum(['each', 'total'], 'Choose what the amount is'),
  }),
  z.strictObject({
    kind: z.literal('condition'),
    /** "Rushing yards", or what has to happen: "Named to the Pro Bowl". */
    metric: requiredLine(120, 'Enter what it depends on'),
    /** How much of it; null for what happens or does not. */
    threshold: z.nullable(z.number('Enter a number').check(z.positive('Enter a number greater than 0'))),
    estimatedDay: z.nullable(day),
  }),
])
type Schedule = z.infer<typeof schedule>

/** What a deal promises to pay, as its clause says it. */
export const paymentRule = z
  .strictObject({
    /** Stays the same from one version of a deal to the next. */
    id: z.uuid(),
    kind: z.enum(Object.keys(paymentKinds) as PaymentKind[], 'Choose a kind'),
    title: requiredLine(120, 'Enter a title'),
    /** In the currency of the deal. What is given in kind is entered at its value. */
    amountMinor,
    inKind: z.boolean(),
    schedule,
  })
  .check(z.refine((rule) => Number.isSafeInteger(totalOfRule(rule)), { error: TOO_LARGE, path: ['amountMinor'] }))
export type PaymentRule = z.infer<typeof paymentRule>

/** By which clause a payment is due; those of contract years belong to a season. */
type DueRule = Schedule | { kind: 'season'; season: number; option: OptionHolder | null; isBuyout?: true }

export type ScheduledPayment = {
  ruleId: string
  /** Counts the payments of a rule from 1 on. */
  number: number
  due: DueRule
  /** Null, if it is not known yet; that of a conditional payment is an estimate. */
  day: string | null
  /** What must happen first, in words; null: it is due in any case. */
  condition: string | null
  amountMinor: number
  kind: PaymentKind
  title: string
  inKind: boolean
}

/** The single payments of the rules, the first one first, and those without a day last. */
export function expandPayments(
  rules: readonly PaymentRule[],
  /** The day of the signing: the same for all rules, or one for each by its id, where some were amended. */
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
      // Each is counted from the first: January 31, February 28, March 31.
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

/** When a payment is due, as the document and the screens say it: "August 3, 2026", "90 days after signing", "2028 season". */
export function dueInWords({ due, day }: Pick<ScheduledPayment, 'due' | 'day'>, dayInWords = spokenDay): string {
  switch (due.kind) {
    case 'season':
      return `${due.season} season`
    case 'signing':
      return day ? dayInWords(day) : offsetInWords(due.offset, 'signing')
    case 'condition':
      return day ? `Estimated ${dayInWords(day)}` : 'If met'
    default:
      return day ? dayInWords(day) : ''
  }
}

/** What there is to say about a payment beside its title: "Payment 2 of 12", "If met: 1,000 rushing yards", "In kind". */
export function detailsOfPayment({ due, number, condition, inKind }: ScheduledPayment): string[] {
  const option = due.kind === 'season' && due.option && (due.isBuyout ? buyoutConditions : optionConditions)[due.option]
  return [
    ...(due.kind === 'repeated' && due.times > 1 ? [`Payment ${number} of ${due.times}`] : []),
    ...(option ? [option] : condition ? [`If met: ${condition}`] : []),
    ...(inKind ? ['In kind'] : []),
  ]
}

/** How the day of a payment is computed: "Payment 2 of 12, every month from August 3, 2026". */
export function explainPayment({ schedule }: Pick<PaymentRule, 'schedule'>, number: number): string {
  switch (schedule.kind) {
    case 'day':
      return NAMED_DAY
    case 'signing':
      return explainKeyDate({ anchor: { kind: 'signing' }, offset: schedule.offset })
    case 'repeated': {
      const { every, from, times } = schedule
      return `Payment ${number} of ${times}, ${paymentIntervals[every].toLowerCase()} from ${spokenDay(from)}`
    }
    case 'condition':
      return `Estimated day, if met: ${conditionInWords(schedule)}`
  }
}
/** For what has a day of its own in the deal. */
export const NAMED_DAY = 'The day that the deal names'

/** "1,000 rushing yards" */
function conditionInWords({ metric, threshold }: Extract<Schedule, { kind: 'condition' }>) {
  return threshold === null ? metric : `${threshold.toLocaleString('en-US')} ${metric}`
}

/** What all payments of a rule add up to. */
export function totalOfRule({ amountMinor, schedule }: { amountMinor: number; schedule: Schedule }) {
  return schedule.kind === 'repeated' && schedule.amountIs === 'each' ? amountMinor * schedule.times : amountMinor
}

const byDay = (a: ScheduledPayment, b: ScheduledPayment) => {
  const [first, second] = [a.day ?? NO_DAY, b.day ?? NO_DAY]
  return first < second ? -1 : first > second ? 1 : 0
}
/** Comes after every day. */
const NO_DAY = '~'
