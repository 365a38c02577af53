import { plansApi } from '@sherpa/api-client/plans'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { audienceOf } from '@sherpa/contracts/subscription'
import { useQuery } from '../../data/use-query.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { NoPlanYet } from './no-plan-yet.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'

export function Component() {
  const { id, name, kind, may } = useOrganisation()
  const current = useQuery(subscriptionsApi.endpoints.currentSubscription, id)
  const plans = useQuery(plansApi.endpoints.plans, undefined)
  const offered = plans.data?.plans.filter(({ audience }) => audience === audienceOf(kind)) ?? []

  const subscription = current.data?.subscription
  const heading = useFocusWhenLost(`${subscription?.id} ${subscription?.cancelAtPeriodEnd}`)

  function planAndInvoices() {
    return (
      <>
        {subscription && <SubscriptionPanel headingRef={heading} subscription={subscription} plans={offered} />}
        {!subscription &&
          (may('billing.manage') && current.data ? (
            <ChoosePlan plans={offered} standing={current.data} />
          ) : (
            <NoPlanYet />
          ))}
        <InvoicesPanel />
      </>
    )
  }

  return (
    <>
      <ScreenHeading title="Plan and billing" within={name} lead={`The plan of ${name}, and its invoices.`} />
      <Ready queries={[current, plans]}>{planAndInvoices}</Ready>
    </>
  )
}
