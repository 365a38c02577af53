import type { SubscriptionStatus } from '@sherpa/contracts/subscription'

/** How long a customer who does not pay is kept. */
const GRACE_DAYS = 30
const DAY_MS = 86_400_000

/** What the course of a subscription depends on. */
export type Course = {
  status: SubscriptionStatus
  trialEndsAt: Date
  priceCents: number | null
  periodEnd: Date | null
  pastDueSince: Date | null
  cancelAtPeriodEnd: boolean
  /** An invoice is still open after the day by which it was to be paid. */
  overdue: boolean
}

export type Step = 'begin-first-period' | 'begin-next-period' | 'mark-past-due' | 'clear-past-due' | 'cancel'

/** What time has brought about: trialing → active → past_due → cancelled, and back to active for whoever pays. */
export function nextStep(course: Course, now: Date): Step | undefined {
  const { status, trialEndsAt, priceCents, periodEnd, pastDueSince, cancelAtPeriodEnd, overdue } = course
  const isOver = (end: Date | null) => end !== null && now >= end
  switch (status) {
    case 'trialing':
      if (!isOver(trialEndsAt)) return undefined
      if (cancelAtPeriodEnd) return 'cancel'
      // A trial whose price is not agreed goes on: nobody owes us for our own delay.
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
    case 'cancelled':
      return undefined
  }
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
