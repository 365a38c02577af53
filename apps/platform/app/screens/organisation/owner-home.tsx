import { organisationsApi } from '@sherpa/api-client/organisations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { useQuery } from '../../data/use-query.ts'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { Checklist } from './checklist.tsx'
import { Facts } from './facts.tsx'
import { nextStepsFor } from './next-steps.ts'

/** For owners: what is left to set up, and how things stand. */
export function OwnerHome() {
  const { user } = useAccount()
  const organisation = useOrganisation()
  const people = useQuery(organisationsApi.endpoints.people, organisation.id)
  const current = useQuery(subscriptionsApi.endpoints.currentSubscription, organisation.id)

  function overview() {
    if (!people.data || !current.data) return null
    const known = { people: people.data, ...current.data }
    const steps = nextStepsFor({ user, organisation, ...known })
    return (
      <>
        {steps.some(({ done }) => !done) && <Checklist steps={steps} />}
        <Facts {...known} />
      </>
    )
  }

  return <Ready queries={[people, current]}>{overview}</Ready>
}
