import { athletesApi } from '@sherpa/api-client/athletes'
import { plansApi } from '@sherpa/api-client/plans'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { audienceOf, type Subscription } from '@sherpa/contracts/subscription'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { BillingDetailsPanel } from './billing-details-panel.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { NoPlanYet } from './no-plan-yet.tsx'
import { OfferPanel } from './offer-panel.tsx'
import { PlanTable } from './plan-table.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'

export function Component() {
  const { user } = useAccount()
  const { id, name, kind, may } = useOrganization()
  const current = subscriptionsApi.useCurrentSubscriptionQuery({ query: { organization: id } })
  const plans = plansApi.usePlansQuery()
  const details = subscriptionsApi.useBillingDetailsQuery({ organization: id })
  const [changingTo, setChangingTo] = useState<string>()

  const subscription = current.currentData?.subscription
  const signed = useFirstPage(
    athletesApi.endpoints.athletes,
    { organization: id, query: { stage: 'signed', limit: '1' } },
    'athletes',
    { skip: !!subscription || !may('athletes.view') || !may('athletes.all') },
  )
  const offer = subscription?.cancelAtPeriodEnd ? null : subscription?.offer
  const heading = useFocusWhenLost(`${subscription?.id} ${subscription?.cancelAtPeriodEnd} ${offer?.id}`)

  function everything() {
    if (!current.currentData || !details.currentData) return null
    const { tax, billingEmail } = details.currentData
    const suitable = plans.currentData?.plans.filter(({ audience }) => audience === audienceOf(kind)) ?? []
    return (
      <>
        {subscription ? (
          <>
            {offer && <OfferPanel subscription={subscription} offer={offer} tax={tax} />}
            <SubscriptionPanel
              headingRef={heading}
              subscription={subscription}
              tax={tax}
              onChange={() => setChangingTo((subscription.next ?? subscription).planId)}
            />
            <ChangePlanDialog
              planId={changingTo}
              subscription={subscription}
              plans={suitable}
              onClose={() => setChangingTo(undefined)}
            />
          </>
        ) : may('billing.manage') ? (
          <ChoosePlan
            plans={suitable}
            state={current.currentData}
            signed={signed.currentData?.pages[0]?.total?.count}
            billingEmail={billingEmail ?? user.email}
          />
        ) : (
          <NoPlanYet />
        )}
        <BillingDetailsPanel details={details.currentData} />
        <InvoicesPanel />
        {subscription && may('billing.manage') && (
          <Panel title="Compare plans">
            <PlanTable
              plans={suitable.map((plan) => withPriceOf(subscription, plan))}
              currentPlanId={subscription.planId}
              onChoose={(plan) => setChangingTo(plan.id)}
            />
          </Panel>
        )}
      </>
    )
  }

  return (
    <>
      <ScreenHeading title="Plan and billing" within={name} />
      <Ready queries={[current, plans, details, signed]}>{everything}</Ready>
    </>
  )
}

/** The current plan has its accepted price. */
function withPriceOf({ planId, priceCents }: Subscription, plan: Plan): Plan {
  return plan.id === planId ? { ...plan, priceCents: priceCents ?? plan.priceCents } : plan
}
