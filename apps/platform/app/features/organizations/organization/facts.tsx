import type { People } from '@sherpa/contracts/organization'
import { type Subscription, subscriptionStatuses } from '@sherpa/contracts/subscription'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { statusTones } from '../../subscriptions/subscription-words.ts'

/** The most important facts about an organization, as far as someone may see them. */
export function Facts({
  people,
  subscription,
  trialAvailable,
}: {
  people: People | undefined
  subscription: Subscription | null | undefined
  trialAvailable: boolean
}) {
  const { id } = useOrganization()
  if (!people && subscription === undefined) return null
  return (
    <ul className="grid gap-6 sm:grid-cols-2">
      {people && (
        <Fact title="People" value={people.members.length} to={`/organizations/${id}/people`} link="View people">
          {people.invitations.length === 0
            ? 'No open invitations'
            : counted(people.invitations.length, 'open invitation')}
        </Fact>
      )}
      {subscription !== undefined && (
        <Fact
          title="Plan"
          value={subscription?.planName ?? 'No plan yet'}
          to={`/organizations/${id}/billing`}
          link="View plan and billing"
        >
          {subscription ? (
            <>
              <StatusBadge tone={statusTones[subscription.status]}>
                {subscriptionStatuses[subscription.status]}
              </StatusBadge>{' '}
              {subscription.seatsTaken} of {counted(subscription.seats, 'seat')} used
            </>
          ) : (
            trialAvailable && 'Free for 14 days'
          )}
        </Fact>
      )}
    </ul>
  )
}

function Fact({
  title,
  value,
  to,
  link,
  children,
}: {
  title: string
  value: ReactNode
  to: string
  link: string
  children: ReactNode
}) {
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-ground p-5 sm:p-7">
      <h2 className="text-sm font-semibold tracking-normal text-slate">{title}</h2>
      <p className="mt-1 text-2xl font-bold break-words text-ink">{value}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">{children}</p>
      <Link to={to} className={`${textLinkClass} mt-5 self-start text-sm`}>
        {link}
      </Link>
    </li>
  )
}

function counted(count: number, noun: string) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
