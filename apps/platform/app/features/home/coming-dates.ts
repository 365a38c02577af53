import { dayIn, daysBetween } from '@sherpa/contracts/days'
import type { OpenInvitation } from '@sherpa/contracts/organization'
import { type Subscription, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { moneyInWords } from '../../data/money.ts'
import { recordOf, type ShownItem } from '../calendar/item-words.ts'
import { renewalDay } from '../subscriptions/billing-dates.tsx'

/** A date with the reason for it. */
export type ComingDate = {
  /** Of a calendar item. */
  id?: string
  /** In the organization's time zone. */
  day: string
  title: string
  about: string
  why: string
  /** Path below the organization. */
  to?: string
}

export const DAYS_AHEAD = 14
export const DATES_SHOWN = 6
const DAY_MS = 86_400_000

type Known = {
  subscription: Subscription | null | undefined
  invitations: OpenInvitation[]
  /** Of the calendar. */
  items?: ShownItem[] | undefined
  /** How far to look ahead. */
  days?: number
  /** For the athlete whose dates these are: without their own name. */
  isAthlete?: boolean
}

/** Dates of the next days, soonest first. */
export function comingDates(
  { subscription, invitations, items = [], days = DAYS_AHEAD, isAthlete = false }: Known,
  timeZone: string,
  now = new Date(),
) {
  const today = dayIn(now.toISOString(), timeZone)
  const moments = [...(subscription ? momentsOf(subscription) : []), ...invitations.map(expiry)]
    .filter(({ at }) => new Date(at) > now)
    .map(({ at, ...moment }): ComingDate => ({ ...moment, day: dayIn(at, timeZone) }))
  return [...moments, ...items.map((item) => toDate(item, isAthlete))]
    .filter(({ day }) => daysBetween(today, day) <= days)
    .sort((one, other) => daysBetween(other.day, one.day))
}

type ComingMoment = Omit<ComingDate, 'day'> & { at: string }

/** The athlete delivers; of other items, the way their day is computed is worth knowing. */
function toDate(item: ShownItem, isAthlete: boolean): ComingDate {
  const { id, kind, title, day, why, payment } = item
  const { name, to } = recordOf(item)
  if (!('company' in item)) return { id, day, title, about: name, why, to }
  const { athlete, company } = item
  const amount = payment && !payment.inKind && moneyInWords(payment.amountMinor, payment.currency)
  return {
    id,
    day,
    title: amount ? `${amount} expected` : title,
    about: isAthlete ? company.name : `${athlete.name} × ${company.name}`,
    why: amount ? title : kind !== 'deliverable' ? why : isAthlete ? 'You deliver' : `${athlete.name} to deliver`,
    to,
  }
}

function momentsOf({ status, period, trialEndsAt, planName, cancelAtPeriodEnd }: Subscription): ComingMoment[] {
  if (status === 'canceled') return []
  if (!period) {
    return [{ at: trialEndsAt, title: 'Free trial ends', about: planName, why: `${TRIAL_DAYS} days after it started` }]
  }
  return [
    cancelAtPeriodEnd
      ? { at: period.end, title: 'Subscription ends', about: planName, why: 'Canceled' }
      : {
          at: period.end,
          title: 'Next invoice',
          about: planName,
          why: `Renews monthly on the ${renewalDay(period)}`,
        },
  ]
}

function expiry({ email, sentAt, expiresAt }: OpenInvitation): ComingMoment {
  const days = Math.round((Date.parse(expiresAt) - Date.parse(sentAt)) / DAY_MS)
  return { at: expiresAt, title: 'Invitation expires', about: email, why: `${days} days after it was sent` }
}
