import type { DealWork } from '@sherpa/contracts/deal-work'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import type { Permission } from '@sherpa/contracts/organization'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { agoInWords, agoLabel } from '../../../data/moments.tsx'
import { withNext } from '../../../session/next-address.ts'
import { billingDayInWords } from '../../subscriptions/billing-dates.tsx'
import { endOf } from '../../subscriptions/subscription-words.ts'

/** An open to-do of the reader. */
export type Todo = { title: string; about: string; to: string; action: string; icon: ToolIconName }

/** For people whose permissions require a second factor. */
export function secondFactorTodo(organization: string): Todo {
  return {
    title: 'Turn on two-factor authentication',
    about: 'Required to edit money and export data.',
    to: withNext('/account/security', `/organizations/${organization}`),
    action: 'Set up',
    icon: 'permissions',
  }
}

/** To-dos about the plan, for people who manage billing. */
export function billingTodos({
  organization: { id, may },
  subscription,
}: {
  organization: { id: string; may: (permission: Permission) => boolean }
  subscription: Subscription | null | undefined
}): Todo[] {
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
  ].filter((todo) => typeof todo === 'object' && todo !== null) as Todo[]
}

/** Deals to review or sign. */
export function dealTodos(organization: string, waiting: DealWork['waiting']): Todo[] {
  return waiting.map(({ deal, for: what, since }) => {
    const to = `/organizations/${organization}/deals/${deal.id}`
    return what === 'signature'
      ? {
          title: deal.title,
          about: `${agoLabel(since)}: waiting for your signature`,
          to: `${to}/sign`,
          action: 'Read and sign',
          icon: 'deal',
        }
      : { title: deal.title, about: `${agoLabel(since)}: waiting for your review`, to, action: 'Review', icon: 'deal' }
  })
}

/** Expenses to review. */
export function expenseTodos(organization: string, waiting: readonly ExpenseRow[]): Todo[] {
  return waiting.map(({ id, vendor, addedBy, addedAt }) => ({
    title: vendor,
    about: `Expense added by ${addedBy?.name ?? 'a colleague'} ${agoInWords(addedAt)}`,
    to: `/organizations/${organization}/finances/expenses/${id}`,
    action: 'Review',
    icon: 'figures',
  }))
}

/** Guardians who are also members: they can't sign until one of both ends. */
export function guardianTodos(organization: string, conflicts: DealWork['guardiansWhoAreMembers']): Todo[] {
  return conflicts.map(({ guardian, athlete }) => ({
    title: `${guardian} is both a member and a guardian`,
    about: `They can’t sign for ${athlete.name}. End the guardianship, or remove them from the organization.`,
    to: `/organizations/${organization}/athletes/${athlete.id}`,
    action: 'Open athlete',
    icon: 'people',
  }))
}
