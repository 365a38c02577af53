import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { Link, Navigate } from 'react-router'
import { useAccount } from '../../../frame/account-context.ts'
import { lastOrganization } from '../../../frame/last-organization.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { PendingInvitations } from './pending-invitations.tsx'

/** Leads to where someone works; whoever does not belong anywhere yet gets started here. */
export function Component() {
  const { user, organizations, invitations } = useAccount()
  const last = lastOrganization(organizations)
  if (last) return <Navigate to={`/organizations/${last.id}`} replace />
  if (user.staff) return <Navigate to="/staff" replace />
  return (
    <>
      <ScreenHeading
        title={`Welcome, ${user.name}`}
        lead={
          invitations.length > 0
            ? 'Your account is ready. Accept your invitation, or create an organization.'
            : 'Your account is ready. Create an organization to get started.'
        }
      />
      <PendingInvitations />
      <Panel
        title={invitations.length > 0 ? 'Or create your own organization' : 'Create your organization'}
        lead="Your agency, team, athletic department or collective. You will be its owner: you invite people and decide what each role can do."
      >
        <Link
          to="/organizations/new"
          className={buttonClass({ look: invitations.length > 0 ? 'secondary' : 'primary' })}
        >
          Create an organization
        </Link>
        {invitations.length === 0 && (
          <p className="mt-5 text-sm">
            Does your organization already use Sherpa? Ask an owner to invite <strong>{user.email}</strong>.
          </p>
        )}
      </Panel>
    </>
  )
}
