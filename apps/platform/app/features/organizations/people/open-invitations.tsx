import { invitationsApi } from '@sherpa/api-client/invitations'
import { type People, type Role, roles as roleNames } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Panel } from '@sherpa/ui/panel'
import { Day } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'

export type OpenInvitation = People['invitations'][number]

export function OpenInvitations({ invitations, roles }: { invitations: OpenInvitation[]; roles: readonly Role[] }) {
  return (
    <Panel title="Open invitations">
      <table className="data-table">
        <ColumnHeads names={['Email', 'Role', 'Expires']} last="Actions" />
        <tbody>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} roles={roles} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function InvitationRow({
  invitation: { id, email, role, expiresAt },
  roles,
}: {
  invitation: OpenInvitation
  /** Those that one may give. */
  roles: readonly Role[]
}) {
  const [invite] = invitationsApi.useInviteMutation()
  const [withdrawInvitation] = invitationsApi.useWithdrawInvitationMutation()
  const { id: organization, may } = useOrganization()
  const { busy, run } = useAction()

  function resend() {
    const invitation = { email, role, replace: true }
    return run(() => invite({ organization, body: invitation }).unwrap(), `Invitation sent again to ${email}.`)
  }
  const cancel = () =>
    run(
      () => withdrawInvitation({ organization, invitation: id }).unwrap(),
      `The invitation for ${email} was canceled.`,
    )

  return (
    <tr>
      <td className="font-semibold text-ink">{email}</td>
      <td data-label="Role">{roleNames[role]}</td>
      <td data-label="Expires">
        <Day at={expiresAt} />
      </td>
      <td>
        {may('people.invite') && roles.includes(role) && (
          <span className="inline-flex flex-wrap gap-2 md:flex-nowrap">
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Resend invitation for ${email}`}
              onClick={resend}
            >
              Resend
            </Button>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Cancel invitation for ${email}`}
              onClick={cancel}
            >
              Cancel invitation
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}
