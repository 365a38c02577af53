import { organizationsApi } from '@sherpa/api-client/organizations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { Checklist } from './checklist.tsx'
import { Facts } from './facts.tsx'
import { nextStepsFor } from './next-steps.ts'

/** For owners: what is left to set up, and the most important facts. */
export function OwnerHome() {
  const { user } = useAccount()
  const organization = useOrganization()
  const people = organizationsApi.usePeopleQuery({ organization: organization.id })
  const current = subscriptionsApi.useCurrentSubscriptionQuery({ query: { organization: organization.id } })

  function overview() {
    if (!people.currentData || !current.currentData) return null
    const known = { people: people.currentData, ...current.currentData }
    const steps = nextStepsFor({ user, organization, ...known })
    return (
      <>
        {steps.some(({ done }) => !done) && <Checklist steps={steps} />}
        <Facts {...known} />
      </>
    )
  }

  return <Ready queries={[people, current]}>{overview}</Ready>
}
