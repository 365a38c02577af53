import { invitationsApi } from '@sherpa/api-client/invitations'
import { type People, roles } from '@sherpa/contracts/organisation'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Panel } from '@sherpa/ui/panel'
import { Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

type OpenInvitation = People['invitations'][number]

export function OpenInvitations({ invitations }: { invitations: OpenInvitation[] }) {
  return (
    <Panel title="Open invitations">
      <table className="data-table">
        <ColumnHeads names={['Email', 'Role', 'Valid until']} last="Actions" />
        <tbody>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: OpenInvitation }) {
  const dispatch = useAppDispatch()
  const { id: organisation, may } = useOrganisation()
  const { busy, run } = useAction()

  const sendAgain = () =>
    run(
      () => dispatch(invitationsApi.endpoints.invite.initiate({ organisation, invitation: { email, role } })).unwrap(),
      `A new link is on its way to ${email}.`,
    )
  const withdraw = () =>
    run(
      () => dispatch(invitationsApi.endpoints.withdrawInvitation.initiate({ organisation, invitation: id })).unwrap(),
      `The invitation to ${email} has been withdrawn.`,
    )

  return (
    <tr>
      <td className="font-semibold text-ink">{email}</td>
      <td data-label="Role">{roles[role]}</td>
      <td data-label="Valid until">
        <Day at={expiresAt} />
      </td>
      <td>
        {may('people.invite') && (
          <span className="inline-flex flex-wrap gap-2 md:flex-nowrap">
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Send again: the invitation to ${email}`}
              onClick={sendAgain}
            >
              Send again
            </Button>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={`Withdraw the invitation to ${email}`}
              onClick={withdraw}
            >
              Withdraw
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}
