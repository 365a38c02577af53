import type { Plan } from '@sherpa/contracts/plan'
import { formatPrice, type Subscription, type SubscriptionStatus } from '@sherpa/contracts/subscription'
import type { Tone } from '@sherpa/ui/status-badge'
import { billingDayInWords as day, renewalDay } from './billing-dates.tsx'

export const statusTones: Record<SubscriptionStatus, Tone> = {
  trialing: 'info',
  active: 'good',
  past_due: 'bad',
  canceled: 'quiet',
}

/** The end of the paid period or the trial. */
export function endOf({ period, trialEndsAt }: Pick<Subscription, 'period' | 'trialEndsAt'>) {
  return period?.end ?? trialEndsAt
}

export function outlook(subscription: Subscription, now = new Date()) {
  const { status, cancelAtPeriodEnd, period } = subscription
  if (status === 'canceled') return 'This subscription has ended. Your data is still here.'
  if (cancelAtPeriodEnd) return `Canceled. You can use Sherpa until ${day(endOf(subscription))}.`
  if (status === 'past_due') return 'An invoice is overdue. Please pay it to keep your subscription.'
  if (period) return `Renews monthly on the ${renewalDay(period)}. Next invoice: ${day(period.end)}.`
  return trialOutlook(subscription, now)
}

function trialOutlook({ priceCents, offer, trialEndsAt }: Subscription, now: Date) {
  const end = day(trialEndsAt)
  if (priceCents !== null) return `Your free trial ends on ${end}. Your first invoice is issued that day.`
  if (now < new Date(trialEndsAt)) {
    const next = offer
      ? 'To continue after that, the price above must be accepted.'
      : 'We will email you a price to accept.'
    return `Your free trial ends on ${end}. ${next}`
  }
  return offer
    ? 'Your free trial continues until the price above is accepted.'
    : 'Your free trial continues until a price is accepted. We will email you one.'
}

export function priceInWords(priceCents: number | null) {
  return priceCents === null ? 'Not set yet' : formatPrice(priceCents)
}

export function offerStartInWords({ status }: Subscription, startsAt: string | null) {
  if (startsAt === null) return 'When you accept'
  return `${day(startsAt)}, ${status === 'trialing' ? 'after your free trial' : 'with your next billing period'}`
}

/** Uses the accepted price, or the plan's list price. */
export function changeInWords(subscription: Subscription, chosen: { seats: number; planId: string }, plans: Plan[]) {
  const { planId, seats, status, next } = subscription
  if (chosen.planId === planId && chosen.seats === seats && !next) return undefined
  const price = priceOf(subscription, chosen.planId, plans)
  if (status === 'trialing') {
    return `Changes apply immediately.${price === null && chosen.planId !== planId ? ' We will email you a price for this plan.' : ''}`
  }
  const later = `Takes effect on ${day(endOf(subscription))}`
  if (price === null) return `We will email you a price for this plan. ${later}, once you have accepted it.`
  const isMore = price * chosen.seats > (subscription.priceCents ?? 0) * seats
  return isMore ? 'Changes apply immediately. We will invoice the difference for the rest of the month.' : `${later}.`
}

function priceOf({ planId, priceCents, next }: Subscription, chosen: string, plans: Plan[]) {
  if (chosen === planId) return priceCents
  const accepted = chosen === next?.planId ? next.priceCents : null
  return accepted ?? plans.find(({ id }) => id === chosen)?.priceCents ?? null
}
