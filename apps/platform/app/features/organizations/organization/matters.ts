import type { DealWork } from '@sherpa/contracts/deal-work'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import type { Permission } from '@sherpa/contracts/organization'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { agoInWords } from '../../../data/moments.tsx'
import { withNext } from '../../../session/next-address.ts'
import { billingDayInWords } from '../../subscriptions/billing-dates.tsx'
import { endOf } from '../../subscriptions/subscription-words.ts'

/** Something that waits for the person who looks at it. */
export type Matter = { title: string; about: string; to: string; action: string; icon: ToolIconName }

/** For those who need a second factor for what their role can do. */
export function matterOfSecondFactor(organization: string): Matter {
  return {
    title: 'Turn on two-factor authentication',
    about: 'Editing money and exporting data need it.',
    to: withNext('/account/security', `/organizations/${organization}`),
    action: 'Set up',
    icon: 'permissions',
  }
}

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
  ].filter((matter) => typeof matter === 'object' && matter !== null) as Matter[]
}

/** Deals that wait for the reader's decision or signature. */
export function mattersOfDeals(organization: string, waiting: DealWork['waiting']): Matter[] {
  return waiting.map(({ deal, for: what, since }) => {
    const to = `/organizations/${organization}/deals/${deal.id}`
    const about = `since ${agoInWords(since)}`
    return what === 'signature'
      ? {
          title: deal.title,
          about: `Waits for your signature ${about}`,
          to: `${to}/sign`,
          action: 'Read and sign',
          icon: 'deal',
        }
      : { title: deal.title, about: `Waits for your decision ${about}`, to, action: 'Decide', icon: 'deal' }
  })
}

/** Expenses that wait for the reader's decision. */
export function mattersOfExpenses(organization: string, waiting: readonly ExpenseRow[]): Matter[] {
  return waiting.map(({ id, vendor, addedBy, addedAt }) => ({
    title: vendor,
    about: `An expense that ${addedBy?.name ?? 'a colleague'} added ${agoInWords(addedAt)} waits for your decision`,
    to: `/organizations/${organization}/finances/expenses/${id}`,
    action: 'Decide',
    icon: 'figures',
  }))
}

/** Guardians who are members: in one organization nobody is both, and what they would sign waits. */
export function mattersOfGuardians(organization: string, conflicts: DealWork['guardiansWhoAreMembers']): Matter[] {
  return conflicts.map(({ guardian, athlete }) => ({
    title: `${guardian} is both a member and a guardian`,
    about: `They can’t sign for ${athlete.name}. End the guardianship, or remove them from your people.`,
    to: `/organizations/${organization}/athletes/${athlete.id}`,
    action: 'Open athlete',
    icon: 'people',
  }))
}
