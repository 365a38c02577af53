import type { SubscriptionStatus } from '@sherpa/contracts/subscription'

/** Grace period for overdue invoices. */
export const GRACE_DAYS = 30
/** Days before the end of a trial on which a notice is sent. */
export const TRIAL_NOTICE_DAYS = [7, 1] as const
const DAY_MS = 86_400_000

/** Input of the state machine. */
export type SubscriptionState = {
  status: SubscriptionStatus
  trialEndsAt: Date
  /** The last sent of TRIAL_NOTICE_DAYS. */
  trialNoticeDays: number | null
  priceCents: number | null
  periodEnd: Date | null
  pastDueSince: Date | null
  cancelAtPeriodEnd: boolean
  /** Has an open invoice past its due date. */
  overdue: boolean
}

export type Step =
  | 'announce-trial-end'
  | 'begin-first-period'
  | 'begin-next-period'
  | 'mark-past-due'
  | 'clear-past-due'
  | 'cancel'

/** Transitions: trialing → active → past_due → canceled, and back to active on payment. */
export function nextStep(subscription: SubscriptionState, now: Date): Step | undefined {
  const { status, trialEndsAt, priceCents, periodEnd, pastDueSince, cancelAtPeriodEnd, overdue } = subscription
  const isOver = (end: Date | null) => end !== null && now >= end
  switch (status) {
    case 'trialing':
      if (!isOver(trialEndsAt)) {
        return !cancelAtPeriodEnd && findDueTrialNotice(subscription, now) ? 'announce-trial-end' : undefined
      }
      if (cancelAtPeriodEnd) return 'cancel'
      // Without an accepted price the trial continues free of charge.
      return priceCents === null ? undefined : 'begin-first-period'
    case 'active':
      if (overdue) return 'mark-past-due'
      if (!isOver(periodEnd)) return undefined
      return cancelAtPeriodEnd ? 'cancel' : 'begin-next-period'
    case 'past_due': {
      if (!overdue) return 'clear-past-due'
      const graceEnds = pastDueSince && addDays(pastDueSince, GRACE_DAYS)
      return isOver(graceEnds) || (cancelAtPeriodEnd && isOver(periodEnd)) ? 'cancel' : undefined
    }
    case 'canceled':
      return undefined
  }
}

/** The due notice, if any. Missed earlier ones are skipped. */
export function findDueTrialNotice(
  { trialEndsAt, trialNoticeDays }: Pick<SubscriptionState, 'trialEndsAt' | 'trialNoticeDays'>,
  now: Date,
) {
  const due = TRIAL_NOTICE_DAYS.findLast((days) => now >= addDays(trialEndsAt, -days))
  return due !== undefined && due < (trialNoticeDays ?? Number.POSITIVE_INFINITY) ? due : undefined
}

/** Start of a price accepted now. Null means immediately. */
export function computePriceStart(
  { status, trialEndsAt, periodEnd }: Pick<SubscriptionState, 'status' | 'trialEndsAt' | 'periodEnd'>,
  now: Date,
) {
  if (status !== 'trialing') return periodEnd
  return now < trialEndsAt ? trialEndsAt : null
}

export function addDays(date: Date, days: number) {
  return new Date(date.getTime() + days * DAY_MS)
}

/** Clamps to the last day of shorter months. */
export function addMonths(anchor: Date, months: number) {
  const date = new Date(anchor)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return date
}

type Terms = { priceCents: number; seats: number }
type Period = { start: Date; end: Date }

/** Proration by whole days, including today. Zero or less is not an upgrade. */
export function prorateUpgrade(from: Terms, to: Terms, { start, end }: Period, now: Date) {
  const perPeriod = to.priceCents * to.seats - from.priceCents * from.seats
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS)
  const daysLeft = Math.min(days, Math.ceil((end.getTime() - now.getTime()) / DAY_MS))
  return { perPeriod, days, daysLeft, cents: Math.round((perPeriod * daysLeft) / days) }
}
