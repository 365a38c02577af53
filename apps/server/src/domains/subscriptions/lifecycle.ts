import type { SubscriptionStatus } from '@sherpa/contracts/subscription'

/** How long a customer who does not pay is kept. */
export const GRACE_DAYS = 30
/** How many days before its end a trial's end is announced. */
export const TRIAL_NOTICE_DAYS = [7, 1] as const
const DAY_MS = 86_400_000

/** What the course of a subscription depends on. */
export type Course = {
  status: SubscriptionStatus
  trialEndsAt: Date
  /** The last of TRIAL_NOTICE_DAYS that was announced. */
  trialNoticeDays: number | null
  priceCents: number | null
  periodEnd: Date | null
  pastDueSince: Date | null
  cancelAtPeriodEnd: boolean
  /** An invoice is still open after the day by which it was to be paid. */
  overdue: boolean
}

export type Step =
  | 'announce-trial-end'
  | 'begin-first-period'
  | 'begin-next-period'
  | 'mark-past-due'
  | 'clear-past-due'
  | 'cancel'

/** What time has brought about: trialing → active → past_due → canceled, and back to active for whoever pays. */
export function nextStep(course: Course, now: Date): Step | undefined {
  const { status, trialEndsAt, priceCents, periodEnd, pastDueSince, cancelAtPeriodEnd, overdue } = course
  const isOver = (end: Date | null) => end !== null && now >= end
  switch (status) {
    case 'trialing':
      if (!isOver(trialEndsAt)) {
        return !cancelAtPeriodEnd && trialNoticeDue(course, now) ? 'announce-trial-end' : undefined
      }
      if (cancelAtPeriodEnd) return 'cancel'
      // A trial whose price was not accepted goes on: nobody owes us for our own delay.
      return priceCents === null ? undefined : 'begin-first-period'
    case 'active':
      if (overdue) return 'mark-past-due'
      if (!isOver(periodEnd)) return undefined
      return cancelAtPeriodEnd ? 'cancel' : 'begin-next-period'
    case 'past_due': {
      if (!overdue) return 'clear-past-due'
      const graceEnds = pastDueSince && daysAfter(pastDueSince, GRACE_DAYS)
      return isOver(graceEnds) || (cancelAtPeriodEnd && isOver(periodEnd)) ? 'cancel' : undefined
    }
    case 'canceled':
      return undefined
  }
}

/** Which announcement of the trial's end is due, if any. After a long silence the last one is enough. */
export function trialNoticeDue({ trialEndsAt, trialNoticeDays }: Course, now: Date) {
  const due = TRIAL_NOTICE_DAYS.findLast((days) => now >= daysAfter(trialEndsAt, -days))
  return due !== undefined && due < (trialNoticeDays ?? Number.POSITIVE_INFINITY) ? due : undefined
}

/** When a price that is accepted now would begin to count: null means at once. */
export function priceStart(
  { status, trialEndsAt, periodEnd }: Pick<Course, 'status' | 'trialEndsAt' | 'periodEnd'>,
  now: Date,
) {
  if (status !== 'trialing') return periodEnd
  return now < trialEndsAt ? trialEndsAt : null
}

export function daysAfter(date: Date, days: number) {
  return new Date(date.getTime() + days * DAY_MS)
}

/** The same day so many months later, or the last of a shorter month. */
export function monthsAfter(anchor: Date, months: number) {
  const date = new Date(anchor)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return date
}

type Terms = { priceCents: number; seats: number }
type Period = { start: Date; end: Date }

/** What the rest of a period costs more under new terms, in whole days, today included. Nothing, or less, is no upgrade. */
export function upgradeCost(from: Terms, to: Terms, { start, end }: Period, now: Date) {
  const perPeriod = to.priceCents * to.seats - from.priceCents * from.seats
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS)
  const daysLeft = Math.min(days, Math.ceil((end.getTime() - now.getTime()) / DAY_MS))
  return { perPeriod, days, daysLeft, cents: Math.round((perPeriod * daysLeft) / days) }
}
