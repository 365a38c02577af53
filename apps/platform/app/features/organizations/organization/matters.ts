import type { Permission } from '@sherpa/contracts/organization'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import { billingDayInWords } from '../../subscriptions/billing-dates.tsx'
import { endOf } from '../../subscriptions/subscription-words.ts'

/** Something that waits for the person who looks at it. */
export type Matter = { title: string; about: string; to: string; action: string }

/** What about the plan waits for someone who manages billing. */
export function mattersFor({
  organization: { id, may },
  subscription,
}: {
  organization: { id: string; may: (permission: Permission) => boolean }
  subscription: Subscription | null | undefined
}): Matter[] {
  if (!subscription || subscription.status === 'canceled' || !may('billing.manage')) return []
  const to = `/organizations/${id}/billing`
  const { status, offer, cancelAtPeriodEnd } = subscription
  return [
    status === 'past_due' && {
      title: 'An invoice is overdue',
      about: 'Please pay it to keep your subscription.',
      to,
      action: 'View invoice',
    },
    offer &&
      !cancelAtPeriodEnd && {
        title: `Your price for ${offer.planName}`,
        about: `${formatPrice(offer.priceCents)}. Nothing changes until you accept it.`,
        to,
        action: 'Review',
      },
    cancelAtPeriodEnd && {
      title: `Your subscription ends on ${billingDayInWords(endOf(subscription))}`,
      about: 'You can resume it until then.',
      to,
      action: 'View plan',
    },
  ].filter((matter) => typeof matter === 'object' && matter !== null)
}
