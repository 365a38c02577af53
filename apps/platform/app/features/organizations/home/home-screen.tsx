import { guardiansApi } from '@sherpa/api-client/guardians'
import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { Link, Navigate } from 'react-router'
import { useAccount } from '../../../frame/account-context.ts'
import { lastOrganization } from '../../../frame/last-organization.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { staffLink } from '../../../frame/workspace.ts'
import { FormerMinors } from '../../guardians/former-minors.tsx'
import { GuardianHome } from '../../guardians/guardian-home.tsx'
import { SampleOffer } from '../../samples/sample-offer.tsx'
import { NewOrganizationForm } from '../organization/new-organization-form.tsx'
import { PendingInvitations } from './pending-invitations.tsx'

/** Redirects staff to the desk and others to the last organization; without one, shows the first steps. */
export function Component() {
  const { user, organizations } = useAccount()
  const last = lastOrganization(organizations)
  if (user.staff) return <Navigate to={staffLink.to} replace />
  if (last) return <Navigate to={`/organizations/${last.id}`} replace />
  return <FirstSteps />
}

function FirstSteps() {
  const { user, invitations } = useAccount()
  const query = guardiansApi.useGuardianshipsQuery()
  return (
    <Loaded query={query}>
      {({ guardianships }) => {
        const isGuardian = guardianships.length > 0
        return (
          <>
            <ScreenHeading title={`Welcome, ${user.name}`} lead={leadFor(invitations.length > 0, isGuardian)} />
            <PendingInvitations />
            {isGuardian && <GuardianHome guardianships={guardianships} />}
            <FormerMinors />
            {isGuardian ? (
              <p className="text-sm">
                <Link to="/organizations/new">Create an organization</Link> if you represent or coach athletes yourself.
              </p>
            ) : (
              <NewOrganization />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function NewOrganization() {
  const { user, invitations } = useAccount()
  const isInvited = invitations.length > 0
  return (
    <>
      <Panel
        title={isInvited ? 'Or create your own organization' : 'Create your organization'}
        lead="Your agency, team, athletic department or collective. You will be its owner: you invite people and decide what each role can do."
      >
        {isInvited ? (
          <Link to="/organizations/new" className={buttonClass({ look: 'secondary' })}>
            Create an organization
          </Link>
        ) : (
          <>
            <NewOrganizationForm />
            <p className="mt-5 text-sm">
              Does your organization already use Sherpa? Ask an owner to invite <strong>{user.email}</strong>.
            </p>
          </>
        )}
      </Panel>
      <SampleOffer />
    </>
  )
}

function leadFor(isInvited: boolean, isGuardian: boolean) {
  if (isInvited) return 'Your account is ready. Accept your invitation, or create an organization.'
  if (isGuardian) return undefined
  return 'Your account is ready. Create an organization to get started.'
}
