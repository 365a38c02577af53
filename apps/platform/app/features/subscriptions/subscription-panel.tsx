import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Tax } from '@sherpa/contracts/billing-details'
import { type Subscription, subscriptionStatuses } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { type Ref, useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { billingDay, billingDayInWords } from './billing-dates.tsx'
import { Detail, Details } from './details.tsx'
import { MonthlyTotal } from './monthly-total.tsx'
import { endOf, outlook, priceInWords, statusTones } from './subscription-words.ts'

export function SubscriptionPanel({
  subscription,
  tax,
  headingRef,
  onChange,
}: {
  subscription: Subscription
  tax: Tax | null
  headingRef: Ref<HTMLHeadingElement>
  onChange: () => void
}) {
  const { may } = useOrganization()
  const { planName, status, seats, seatsTaken, priceCents, period } = subscription
  return (
    <Panel
      headingRef={headingRef}
      title={planName}
      lead={outlook(subscription)}
      actions={<StatusBadge tone={statusTones[status]}>{subscriptionStatuses[status]}</StatusBadge>}
    >
      <Details>
        <Detail term="Seats">
          {seatsTaken} of {seats} used
        </Detail>
        <Detail term="Price">{priceInWords(priceCents)}</Detail>
        {priceCents !== null && <MonthlyTotal cents={priceCents * seats} tax={tax} />}
        <Detail term={period ? 'Billing period' : 'Free trial'}>
          {period
            ? `${billingDay(period.start)} – ${billingDay(period.end)}`
            : `Until ${billingDay(subscription.trialEndsAt)}`}
        </Detail>
      </Details>
      <NextTerms subscription={subscription} />
      {may('billing.manage') && <Actions subscription={subscription} onChange={onChange} />}
    </Panel>
  )
}

function NextTerms({ subscription }: { subscription: Subscription }) {
  const { next, cancelAtPeriodEnd } = subscription
  if (!next || cancelAtPeriodEnd) return null
  const terms = `${next.planName} (${next.seats} ${next.seats === 1 ? 'seat' : 'seats'})`
  const start = billingDayInWords(endOf(subscription))
  return (
    <p className="mt-5 rounded-md bg-summit-pale px-4 py-3 text-sm font-medium text-summit-ink">
      {next.priceCents === null
        ? `Your change to ${terms} is waiting for a price. Once the price is accepted, the change takes effect on ${start}.`
        : `${terms} for ${priceInWords(next.priceCents)} takes effect on ${start}.`}
    </p>
  )
}

function Actions({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) {
  const [resumeSubscription] = subscriptionsApi.useResumeSubscriptionMutation()
  const [cancelSubscription] = subscriptionsApi.useCancelSubscriptionMutation()
  const { id } = useOrganization()
  const [canceling, setCanceling] = useState(false)
  const resuming = useAction()
  const end = billingDayInWords(endOf(subscription))

  const resume = () =>
    resuming.run(() => resumeSubscription({ body: { organization: id } }).unwrap(), 'Subscription resumed.')

  async function cancel() {
    await cancelSubscription({ body: { organization: id } }).unwrap()
    showToast('success', `Subscription canceled. You can use Sherpa until ${end}.`)
  }

  return (
    <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
      <Button look="secondary" size="small" onClick={onChange}>
        Change plan or seats
      </Button>
      {subscription.cancelAtPeriodEnd ? (
        <Button size="small" busy={resuming.busy} onClick={resume}>
          {resuming.busy ? 'Resuming…' : 'Resume subscription'}
        </Button>
      ) : (
        <Button look="danger" size="small" onClick={() => setCanceling(true)}>
          Cancel subscription
        </Button>
      )}
      <ConfirmDialog
        open={canceling}
        title="Cancel your subscription?"
        confirm="Cancel subscription"
        confirming="Canceling…"
        dismiss="Keep subscription"
        onConfirm={cancel}
        onClose={() => setCanceling(false)}
      >
        <p>
          You can use Sherpa until {end} and resume your subscription until then. After that, invoices stop. Your data
          is kept.
        </p>
      </ConfirmDialog>
    </div>
  )
}
