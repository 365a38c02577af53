import { invitationsApi } from '@sherpa/api-client/invitations'
import type { Account } from '@sherpa/contracts/account'
import { labels } from '@sherpa/contracts/labels'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../../data/reload-account.ts'
import { useAction } from '../../../data/use-action.ts'
import { useAccount } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { useAppDispatch } from '../../../store.ts'
import { WorkItem, WorkItems } from './work-items.tsx'

/** Open invitations of the reader. */
export function PendingInvitations() {
  const { invitations } = useAccount()
  if (invitations.length === 0) return null
  return (
    <Panel title={invitations.length === 1 ? 'You have an invitation' : 'You have invitations'}>
      <WorkItems>
        {invitations.map((invitation, index) => (
          <PendingInvitation key={invitation.id} invitation={invitation} isNext={index === 0} />
        ))}
      </WorkItems>
    </Panel>
  )
}

function PendingInvitation({
  invitation: { id, organization, kind, role },
  isNext,
}: {
  invitation: Account['invitations'][number]
  isNext: boolean
}) {
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
    <WorkItem
      picture={<Avatar name={organization} size="regular" shape="organization" />}
      title={organization}
      about={`Role: ${labels[kind].roles[role]}`}
    >
      <Button
        size="small"
        look="secondary"
        busy={busy}
        onClick={decline}
        aria-label={`Decline the invitation to ${organization}`}
      >
        Decline
      </Button>
      <Button
        size="small"
        look={isNext ? 'primary' : 'secondary'}
        busy={busy}
        onClick={accept}
        aria-label={`Accept the invitation to ${organization}`}
      >
        Accept
      </Button>
    </WorkItem>
  )
}
