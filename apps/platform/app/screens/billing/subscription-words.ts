import { formatMoney, type Subscription, type SubscriptionStatus } from '@sherpa/contracts/subscription'
import type { Tone } from '@sherpa/ui/status-badge'
import { dayOf } from '../../data/moments.tsx'

export const statusTones: Record<SubscriptionStatus, Tone> = {
  trialing: 'info',
  active: 'good',
  past_due: 'bad',
  cancelled: 'quiet',
}

/** When what one has ends, unless it goes on. */
export function endOf({ period, trialEndsAt }: Pick<Subscription, 'period' | 'trialEndsAt'>) {
  return period?.end ?? trialEndsAt
}

/** What happens next, in a sentence or two. */
export function outlook(subscription: Subscription, now = new Date(), day = dayOf) {
  const { status, cancelAtPeriodEnd, priceCents, trialEndsAt } = subscription
  const end = day(endOf(subscription))
  if (status === 'cancelled') return 'This subscription has ended. Your people and their data are still here.'
  if (cancelAtPeriodEnd) return `Everything works until ${end}, then the subscription ends.`
  if (status === 'past_due') return 'An invoice is overdue. Please pay it soon, so that everyone can go on working.'
  if (status === 'active') return `Goes on from month to month. The next invoice comes on ${end}.`
  if (priceCents !== null) return `Free until ${day(trialEndsAt)}. Then an invoice comes every month.`
  return now < new Date(trialEndsAt)
    ? `Free until ${day(trialEndsAt)}. We agree the price with you before that.`
    : 'Free until we have agreed the price with you.'
}

export function priceInWords(priceCents: number | null) {
  return priceCents === null ? 'To be agreed' : `${formatMoney(priceCents)} per seat and month`
}

/** More is there at once, less from the next period on: what has been paid for stays. */
export function changeInWords(
  subscription: Pick<Subscription, 'seats' | 'planId' | 'status'>,
  chosen: { seats: number; planId: string },
) {
  if (chosen.planId === subscription.planId && chosen.seats === subscription.seats) return undefined
  if (subscription.status === 'trialing') return 'During the trial, changes take effect at once.'
  if (chosen.planId === subscription.planId) {
    return chosen.seats > subscription.seats
      ? 'More seats are there at once, and charged for the rest of the period.'
      : 'Fewer seats count from the next period on.'
  }
  return 'What costs more takes effect at once. What costs less, or has no price yet, counts from the next period on.'
}
