import * as z from 'zod/mini'
import { amountMinor, currency, splitEvenly } from './currency.ts'
import { addDays, addMonths, day } from './days.ts'
import { once } from './once.ts'
import { boundedString } from './text.ts'

/** Distances between paydays. */
export const paydayIntervals = {
  week: 'Every week',
  'two-weeks': 'Every two weeks',
  'first-and-fifteenth': 'On the 1st and 15th',
  'fifteenth-and-last': 'On the 15th and the last day of the month',
  month: 'Every month',
} as const
export type PaydayInterval = keyof typeof paydayIntervals

type Template = {
  title: string
  every: PaydayInterval
  times: number
  /** First payday by season: published or derived, and to be confirmed against the contract. */
  firstDay: (season: number) => string | null
  /** Publication of the rule. */
  source: string | null
}

/** Thursday after Labor Day, but for announced seasons that start on another day. */
const nflOpenings: Record<number, string> = {
  2021: '2021-09-09',
  2022: '2022-09-08',
  2023: '2023-09-07',
  2024: '2024-09-05',
  2025: '2025-09-04',
  2026: '2026-09-09',
  2027: '2027-09-09',
  2028: '2028-09-07',
  2029: '2029-09-06',
}

/** Ids are stored with schedules: never rename. */
export const paydayTemplates = {
  nfl: {
    title: 'NFL: 36 weekly installments',
    every: 'week',
    times: 36,
    firstDay: (season) => nflOpenings[season] ?? null,
    source: 'NFL collective bargaining agreement of 2020, article 26, section 5(b), for the seasons 2021 to 2029',
  },
  nba: {
    title: 'NBA: semi-monthly',
    every: 'first-and-fifteenth',
    times: 24,
    firstDay: (season) => `${season}-11-15`,
    source: 'Usual in the NBA. The first payday and the number of installments vary by contract',
  },
  mlb: {
    title: 'MLB: semi-monthly',
    every: 'fifteenth-and-last',
    times: 12,
    firstDay: (season) => `${season}-04-15`,
    source: 'Usual in MLB, during the season. The first payday and the number of installments vary by contract',
  },
  monthly: { title: 'Monthly', every: 'month', times: 12, firstDay: () => null, source: null },
  own: { title: 'Own dates', every: 'month', times: 1, firstDay: () => null, source: null },
} as const satisfies Record<string, Template>
export type PaydayTemplate = keyof typeof paydayTemplates

export const MOST_PAYDAYS = 60
const MOST_RULES = 100

const installment = z.strictObject({
  day,
  amountMinor: amountMinor.check(z.positive('Enter an amount greater than 0')),
})
export type Installment = z.infer<typeof installment>

export const paydaySchedule = z.strictObject({
  template: z.enum(Object.keys(paydayTemplates) as PaydayTemplate[], 'Choose a template'),
  installments: z.array(installment).check(
    z.minLength(1, 'Enter at least one payday'),
    z.maxLength(MOST_PAYDAYS, `Enter at most ${MOST_PAYDAYS} paydays`),
    z.refine(
      (installments) =>
        installments.every(({ day }, index) => index === 0 || day > (installments[index - 1]?.day ?? '')),
      'Enter each payday once, in order',
    ),
  ),
})
export type PaydaySchedule = z.infer<typeof paydaySchedule>

const ruleId = boundedString(40, 'Choose a payment')

/** Paydays of payments that have none yet. */
export const newPaydays = z.array(z.strictObject({ ruleId, schedule: paydaySchedule })).check(
  z.maxLength(MOST_RULES, 'Too many payments'),
  once(({ ruleId }) => ruleId),
)
export type NewPaydays = z.infer<typeof newPaydays>

/** Payments of a contract season, and when they are paid. */
const scheduledPay = z.object({
  ruleId: z.string(),
  title: z.string(),
  /** Null for the signing bonus. */
  season: z.nullable(z.int()),
  amountMinor,
  guaranteedMinor: amountMinor,
  receivedMinor: amountMinor,
  /** An option that is not decided yet: it has no paydays until it is exercised. */
  isUndecided: z.boolean(),
  schedule: z.nullable(paydaySchedule),
})
export type ScheduledPay = z.infer<typeof scheduledPay>

export const dealPaydays = z.object({
  currency,
  pay: z.array(scheduledPay),
  /** Whether the caller may change them now. */
  isChangeable: z.boolean(),
  /** The day a contract was entered as signed. Earlier installments may be received before Sherpa. */
  enteredOn: z.nullable(day),
  version: z.int(),
})
export type DealPaydays = z.infer<typeof dealPaydays>

export const changedPaydays = z.strictObject({
  version: z.int(),
  /** Null removes the paydays of a payment. */
  schedules: z.array(z.strictObject({ ruleId, schedule: z.nullable(paydaySchedule) })).check(
    z.minLength(1, 'Choose a payment'),
    z.maxLength(MOST_RULES, 'Too many payments'),
    once(({ ruleId }) => ruleId),
  ),
  /** What was due before the contract was entered was received then. */
  receivedBefore: z.optional(z.boolean()),
})
export type ChangedPaydays = z.infer<typeof changedPaydays>

/** Paydays from the first one, such as 36 weeks. */
export function listPaydays(every: PaydayInterval, first: string, times: number): string[] {
  const days = [first]
  while (days.length < times) days.push(nextPayday(every, first, days))
  return days
}

function nextPayday(every: PaydayInterval, first: string, days: readonly string[]): string {
  const last = days.at(-1) ?? first
  switch (every) {
    case 'week':
      return addDays(last, 7)
    case 'two-weeks':
      return addDays(last, 14)
    case 'first-and-fifteenth':
      return last.slice(8) < '15' ? `${last.slice(0, 7)}-15` : `${addMonths(last, 1).slice(0, 7)}-01`
    case 'fifteenth-and-last':
      return last.slice(8) < '15' || last === lastOfMonth(last)
        ? `${(last.slice(8) < '15' ? last : addDays(last, 1)).slice(0, 7)}-15`
        : lastOfMonth(last)
    case 'month':
      // Counted from the first date: January 31, February 28, March 31.
      return addMonths(first, days.length)
  }
}

const lastOfMonth = (day: string) => addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1)

/** Equal installments on these days. */
export function splitOver(days: readonly string[], totalMinor: number): Installment[] {
  const amounts = splitEvenly(totalMinor, days.length)
  return days.map((day, index) => ({ day, amountMinor: amounts[index] ?? 0 }))
}

/** Splits in the ratio of the weights, to the minor unit. The first parts take the remainder. */
export function splitByWeight(totalMinor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return splitEvenly(totalMinor, weights.length)
  const shares = weights.map((weight) => Number((BigInt(totalMinor) * BigInt(weight)) / sum))
  let remainder = totalMinor - shares.reduce((total, share) => total + share, 0)
  return shares.map((share, index) => {
    const extra = remainder > 0 && weights[index] !== 0 ? 1 : 0
    remainder -= extra
    return share + extra
  })
}

/** Shares of the installments in another total, such as after an amendment. */
export const sharesOf = ({ installments }: PaydaySchedule, totalMinor: number): number[] =>
  splitByWeight(
    totalMinor,
    installments.map(({ amountMinor }) => amountMinor),
  )

/**
 * Amounts of a payment's installments, which always add up to its total. An installment keeps what it received; what
 * that exceeds its share covers the following ones, earliest first. Without room, the last received ones are overpaid.
 */
export function coverReceived(shares: readonly number[], received: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const receivedTotal = received.reduce((sum, minor) => sum + minor, 0)
  if (receivedTotal >= total) {
    let left = total
    return shares.map((_, index) => {
      const amount = Math.min(left, received[index] ?? 0)
      left -= amount
      return amount
    })
  }
  const amounts = shares.map((share, index) => Math.max(share, received[index] ?? 0))
  let excess = amounts.reduce((sum, amount) => sum + amount, 0) - total
  return amounts.map((amount, index) => {
    const taken = Math.min(excess, amount - (received[index] ?? 0))
    excess -= taken
    return amount - taken
  })
}
