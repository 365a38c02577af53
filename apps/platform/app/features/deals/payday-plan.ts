import { type Currency, decimalOf, parseMoney, typedAmount } from '@sherpa/contracts/currency'
import { addMonths, shortDay } from '@sherpa/contracts/days'
import {
  listPaydays,
  MOST_PAYDAYS,
  type PaydayInterval,
  type PaydaySchedule,
  type PaydayTemplate,
  paydaySchedule,
  paydayTemplates,
  splitOver,
} from '@sherpa/contracts/paydays'

export type PaydayLine = { day: string; amount: string }

/** Paydays of a payment, as typed. */
export type PaydayPlan = {
  template: PaydayTemplate | 'none'
  every: PaydayInterval
  first: string
  times: string
  /** Days and amounts that were changed by hand. */
  edited?: PaydayLine[]
}

export const noPaydays: PaydayPlan = { template: 'none', every: 'month', first: '', times: '1' }

/** Starts on the published day of the season, or on the day that is known already. */
export function planFromTemplate(template: PaydayPlan['template'], season: number | null, first: string): PaydayPlan {
  if (template === 'none') return noPaydays
  const { every, times, firstDay } = paydayTemplates[template]
  return { template, every, first: (season && firstDay(season)) || first, times: String(times) }
}

export function planFromSchedule({ template, installments }: PaydaySchedule, currency: Currency): PaydayPlan {
  const { every } = paydayTemplates[template]
  const edited = installments.map(({ day, amountMinor }) => ({ day, amount: decimalOf(amountMinor, currency) }))
  return { template, every, first: installments[0]?.day ?? '', times: String(installments.length), edited }
}

/** The plan of one season in another: on its published first day, or on the same day of that year. */
export function planInSeason(
  { edited: _, ...plan }: PaydayPlan,
  { from, to }: { from: number; to: number },
): PaydayPlan {
  if (plan.template === 'none' || from === to) return plan
  const published = paydayTemplates[plan.template].firstDay(to)
  return { ...plan, first: published ?? (plan.first && addMonths(plan.first, 12 * (to - from))) }
}

export function linesOf({ template, every, first, times, edited }: PaydayPlan, totalMinor: number, currency: Currency) {
  if (template === 'none') return []
  if (edited) return edited
  const count = Number(times)
  if (!first || !Number.isInteger(count) || count < 1 || count > MOST_PAYDAYS) return []
  return splitOver(listPaydays(every, first, count), totalMinor).map(
    ({ day, amountMinor }): PaydayLine => ({ day, amount: decimalOf(amountMinor, currency) }),
  )
}

/** Input of the contract's schema, or null without paydays. */
export function typedSchedule(plan: PaydayPlan, totalMinor: number, currency: Currency) {
  if (plan.template === 'none') return null
  const installments = linesOf(plan, totalMinor, currency).map(({ day, amount }) => ({
    day,
    amountMinor: typedAmount(amount, currency),
  }))
  return { template: plan.template, installments }
}

/** Errors by field, such as `installments.0.day`. The server checks the sum again. */
export function errorsOfPlan(plan: PaydayPlan, totalMinor: number, currency: Currency): ReadonlyMap<string, string> {
  const errors = new Map<string, string>()
  const schedule = typedSchedule(plan, totalMinor, currency)
  if (!schedule) return errors
  const issues = paydaySchedule.safeParse(schedule).error?.issues ?? []
  for (const { path, message } of issues) errors.set(path.join('.'), message)
  if (issues.length === 0 && leftOf(plan, totalMinor, currency) !== 0) {
    errors.set('installments', 'The installments must add up to the amount')
  }
  return errors
}

/** What is not in a payday yet; negative if the paydays exceed the amount. */
export function leftOf(plan: PaydayPlan, totalMinor: number, currency: Currency) {
  return linesOf(plan, totalMinor, currency).reduce((left, { amount }) => left - minorOf(amount, currency), totalMinor)
}

function minorOf(text: string, currency: Currency) {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : 0
}

/** Such as "36 paydays from Sep 9, 2026 to May 12, 2027". */
export function paydaysInWords(days: readonly string[]) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'No paydays'
  return days.length === 1
    ? `Due on ${shortDay(first)}`
    : `${days.length} paydays from ${shortDay(first)} to ${shortDay(last)}`
}
