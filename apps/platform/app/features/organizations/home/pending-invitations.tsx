import { invitationsApi } from '@sherpa/api-client/invitations'
import type { Account } from '@sherpa/contracts/account'
import { roles } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../../data/reload-account.ts'
import { useAction } from '../../../data/use-action.ts'
import { useAccount } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'

/** Invitations that wait for an answer; nothing, if there are none. */
export function PendingInvitations() {
  const { invitations } = useAccount()
  if (invitations.length === 0) return null
  return (
    <Panel title={invitations.length === 1 ? 'You have an invitation' : 'You have invitations'}>
      <ul className="flex flex-col divide-y divide-line">
        {invitations.map((invitation) => (
          <PendingInvitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

function PendingInvitation({ invitation: { id, organization, role } }: { invitation: Account['invitations'][number] }) {
  const dispatch = useAppDispatch()
  const [acceptInvitation] = invitationsApi.useAcceptInvitationMutation()
  const [refuseInvitation] = invitationsApi.useRefuseInvitationMutation()
  const navigate = useNavigate()
  const { busy, run } = useAction()

  const accept = () =>
    run(async () => {
      const joined = await acceptInvitation({ invitation: id }).unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organizations/${joined.organization}`)
    }, `You joined ${organization}.`)
  const decline = () =>
    run(() => refuseInvitation({ invitation: id }).unwrap(), `You declined the invitation to ${organization}.`)

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold break-words text-ink">{organization}</span>
        <span className="block text-sm">Role: {roles[role]}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={busy} onClick={accept} aria-label={`Accept the invitation to ${organization}`}>
          Accept
        </Button>
        <Button
          size="small"
          look="secondary"
          busy={busy}
          onClick={decline}
          aria-label={`Decline the invitation to ${organization}`}
        >
          Decline
        </Button>
      </div>
    </li>
  )
}
