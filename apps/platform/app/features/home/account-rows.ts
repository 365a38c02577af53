import type { Permission } from '@sherpa/contracts/organization'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import { withNext } from '../../session/next-address.ts'
import { billingDayInWords } from '../subscriptions/billing-dates.tsx'
import { endOf } from '../subscriptions/subscription-words.ts'
import type { HousekeepingRow } from './housekeeping.tsx'

/** For people whose permissions require a second factor. */
export function secondFactorRow(organization: string): HousekeepingRow {
  return {
    title: 'Turn on two-factor authentication',
    about: 'Required to edit money and export data.',
    to: withNext('/account/security', `/organizations/${organization}`),
    action: 'Set up',
    icon: 'permissions',
  }
}

/** Rows about the plan, for people who manage billing. */
export function billingRows({
  organization: { id, may },
  subscription,
}: {
  organization: { id: string; may: (permission: Permission) => boolean }
  subscription: Subscription | null | undefined
}): HousekeepingRow[] {
  if (!subscription || subscription.status === 'canceled' || !may('billing.manage')) return []
  const to = `/organizations/${id}/billing`
  const { status, offer, cancelAtPeriodEnd } = subscription
  return [
    status === 'past_due' && {
      title: 'An invoice is overdue',
      about: 'Please pay it to keep your subscription.',
      to,
      action: 'View invoice',
      icon: 'billing',
    },
    offer &&
      !cancelAtPeriodEnd && {
        title: `Your price for ${offer.planName}`,
        about: `${formatPrice(offer.priceCents)}. Nothing changes until you accept it.`,
        to,
        action: 'Review',
        icon: 'billing',
      },
    cancelAtPeriodEnd && {
      title: `Your subscription ends on ${billingDayInWords(endOf(subscription))}`,
      about: 'You can resume it until then.',
      to,
      action: 'View plan',
      icon: 'billing',
    },
  ].filter((row) => typeof row === 'object' && row !== null) as HousekeepingRow[]
}
