import type { Stage } from '@sherpa/contracts/athlete'
import type { Currency } from '@sherpa/contracts/currency'
import { type Total, totalInWords } from '@sherpa/contracts/list'
import type { Organization } from '@sherpa/contracts/organization-settings'
import { type Subscription, subscriptionStatuses } from '@sherpa/contracts/subscription'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { moneyInWords } from '../../../data/money.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { paymentsOf } from '../../finances/finance-address.ts'
import { billingDay } from '../../subscriptions/billing-dates.tsx'
import { endOf } from '../../subscriptions/subscription-words.ts'

type StageTotals = { stage: Stage; total: Total }[]

/** Key figures of an organization, each linked to its list. */
export function Facts({
  athletes,
  late,
  people,
  subscription,
  trialAvailable,
}: {
  /** Undefined without athletes. */
  athletes: StageTotals | undefined
  /** Overdue payments per currency. */
  late: { currency: Currency; minor: number; count: number }[]
  people: Organization['people'] | undefined
  subscription: Subscription | null | undefined
  trialAvailable: boolean
}) {
  const { id } = useOrganization()
  const { stages } = useLabels()
  if (!athletes && late.length === 0 && !people && subscription === undefined) return null
  const billing = `/organizations/${id}/billing`
  return (
    <ul className="facts">
      {athletes?.map(({ stage, total }) => (
        <Fact
          key={stage}
          title={stages[stage]}
          value={totalInWords(total)}
          to={`/organizations/${id}/athletes?stage=${stage}`}
        >
          {total.count === 1 ? 'athlete' : 'athletes'}
        </Fact>
      ))}
      {late.map(({ currency, minor, count }) => (
        <Fact
          key={currency}
          title={late.length > 1 ? `Overdue in ${currency}` : 'Overdue'}
          value={moneyInWords(minor, currency)}
          to={paymentsOf(id, { state: 'late', direction: 'incoming', currency })}
        >
          <span className="text-error">{counted(count, 'payment')}</span>
        </Fact>
      ))}
      {people && (
        <Fact title="People" value={totalInWords(people.members)} to={`/organizations/${id}/people`}>
          {people.invitations.count === 0
            ? 'No open invitations'
            : counted(people.invitations.count, 'open invitation')}
        </Fact>
      )}
      {subscription === null && (
        <Fact title="Plan" value="No plan yet" to={billing}>
          {trialAvailable ? 'Free for 14 days' : 'Choose a plan to continue'}
        </Fact>
      )}
      {subscription && athletes && (
        <Fact title="Plan" value={subscription.planName} to={billing}>
          {subscription.seatsTaken} of {counted(subscription.seats, 'seat')} used
        </Fact>
      )}
      {subscription && !athletes && (
        <>
          <Fact title="Seats used" value={subscription.seatsTaken} to={billing}>
            of {counted(subscription.seats, 'seat')}
          </Fact>
          <Fact title="Plan" value={subscription.planName} to={billing}>
            {subscriptionStatuses[subscription.status]}
          </Fact>
          {subscription.status !== 'canceled' && (
            <Fact title={endTitle(subscription)} value={billingDay(endOf(subscription))} to={billing}>
              {subscription.priceCents === null ? 'No price accepted yet' : 'By invoice'}
            </Fact>
          )}
        </>
      )}
    </ul>
  )
}

function endTitle({ period, cancelAtPeriodEnd }: Subscription) {
  if (cancelAtPeriodEnd) return 'Subscription ends'
  return period ? 'Next invoice' : 'Free trial ends'
}

function Fact({ title, value, to, children }: { title: string; value: ReactNode; to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="block h-full px-4 py-3.5 hover:bg-hover">
        <span className="block text-xs text-grey">{title}</span>
        <span className="block truncate text-2xl font-semibold tracking-[-0.02em] text-ink tabular-nums">{value}</span>
        <span className="block text-xs text-grey">{children}</span>
      </Link>
    </li>
  )
}

function counted(count: number, noun: string) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
