import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { formatMoney, type Subscription, subscriptionStatuses } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { type ReactNode, type Ref, useState } from 'react'
import { dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { endOf, outlook, priceInWords, statusTones } from './subscription-words.ts'

export function SubscriptionPanel({
  subscription,
  plans,
  headingRef,
}: {
  subscription: Subscription
  plans: Plan[]
  headingRef: Ref<HTMLHeadingElement>
}) {
  const { may } = useOrganisation()
  const { planName, status, seats, seatsTaken, priceCents, period, next, billingEmail } = subscription
  return (
    <Panel
      headingRef={headingRef}
      title={planName}
      lead={outlook(subscription)}
      actions={<StatusBadge tone={statusTones[status]}>{subscriptionStatuses[status]}</StatusBadge>}
    >
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-[auto_auto_auto_minmax(0,1fr)]">
        <Detail term="Seats">
          {seatsTaken} of {seats} taken
        </Detail>
        <Detail term="Price">
          {priceInWords(priceCents)}
          {priceCents !== null && (
            <span className="block text-sm font-normal text-slate">
              {formatMoney(priceCents * seats)} a month in all
            </span>
          )}
        </Detail>
        <Detail term={period ? 'Current period' : 'Trial'}>
          {period ? `${dayOf(period.start)} – ${dayOf(period.end)}` : `until ${dayOf(subscription.trialEndsAt)}`}
        </Detail>
        <Detail term="Invoices go to">{billingEmail}</Detail>
      </dl>
      {next && (
        <p className="mt-5 rounded-md bg-summit-pale px-4 py-3 text-sm font-medium text-summit-ink">
          From {dayOf(endOf(subscription))}: {next.planName}, {next.seats} {next.seats === 1 ? 'seat' : 'seats'}.
        </p>
      )}
      {may('billing.manage') && <Actions subscription={subscription} plans={plans} />}
    </Panel>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm">{term}</dt>
      <dd className="mt-0.5 font-semibold break-words text-ink">{children}</dd>
    </div>
  )
}

function Actions({ subscription, plans }: { subscription: Subscription; plans: Plan[] }) {
  const dispatch = useAppDispatch()
  const { id } = useOrganisation()
  const [open, setOpen] = useState<'change' | 'cancel'>()
  const resuming = useAction()
  const close = () => setOpen(undefined)

  const resume = () =>
    resuming.run(
      () => dispatch(subscriptionsApi.endpoints.resumeSubscription.initiate(id)).unwrap(),
      'Your subscription goes on.',
    )

  async function cancel() {
    await dispatch(subscriptionsApi.endpoints.cancelSubscription.initiate(id)).unwrap()
    showToast('success', `Canceled. Everything works until ${dayOf(endOf(subscription))}.`)
  }

  return (
    <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
      <Button look="secondary" size="small" onClick={() => setOpen('change')}>
        Change plan or seats
      </Button>
      {subscription.cancelAtPeriodEnd ? (
        <Button size="small" busy={resuming.busy} onClick={resume}>
          {resuming.busy ? 'Resuming…' : 'Resume subscription'}
        </Button>
      ) : (
        <Button look="danger" size="small" onClick={() => setOpen('cancel')}>
          Cancel subscription
        </Button>
      )}
      <ChangePlanDialog open={open === 'change'} subscription={subscription} plans={plans} onClose={close} />
      <ConfirmDialog
        open={open === 'cancel'}
        title="Cancel the subscription?"
        confirm="Cancel subscription"
        confirming="Canceling…"
        dismiss="Keep subscription"
        onConfirm={cancel}
        onClose={close}
      >
        <p>
          Everything works until {dayOf(endOf(subscription))}, and no further invoice comes. Until then you can resume
          it at any time. Your people and their data stay.
        </p>
      </ConfirmDialog>
    </div>
  )
}
