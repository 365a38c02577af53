import { organisationsApi } from '@sherpa/api-client/organisations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { organisationKinds, roles } from '@sherpa/contracts/organisation'
import { useQuery } from '../../data/use-query.ts'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { PendingInvitations } from '../home/pending-invitations.tsx'
import { Checklist } from './checklist.tsx'
import { Facts } from './facts.tsx'
import { nextStepsFor } from './next-steps.ts'
import { PartOfIt } from './part-of-it.tsx'

/** Where work in an organisation begins: what to do next, or how things stand. */
export function Component() {
  const { user } = useAccount()
  const organisation = useOrganisation()
  const { id, name, kind, role, permissions, may } = organisation
  const people = useQuery(organisationsApi.endpoints.people, id, { skip: !may('people.view') })
  const current = useQuery(subscriptionsApi.endpoints.currentSubscription, id, { skip: !may('billing.view') })

  function overview() {
    const known = {
      people: people.data,
      subscription: current.data?.subscription,
      trialAvailable: current.data?.trialAvailable ?? false,
    }
    const steps = nextStepsFor({ user, organisation, ...known })
    return (
      <>
        {steps.every(({ done }) => done) ? (
          <p>Everything is set up. This is how things stand.</p>
        ) : (
          <Checklist steps={steps} />
        )}
        <Facts {...known} />
      </>
    )
  }

  return (
    <>
      <ScreenHeading title={name} lead={`${organisationKinds[kind]} · Your role: ${roles[role]}`} />
      <PendingInvitations />
      {permissions.length === 0 ? <PartOfIt /> : <Ready queries={[people, current]}>{overview}</Ready>}
    </>
  )
}
