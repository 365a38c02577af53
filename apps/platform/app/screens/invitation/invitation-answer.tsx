import { invitationsApi } from '@sherpa/api-client/invitations'
import type { Invitation } from '@sherpa/contracts/invitation'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Link, useNavigate } from 'react-router'
import { reloadAccount } from '../../data/reload-account.ts'
import { useAction } from '../../data/use-action.ts'
import { withNext } from '../../session/next-address.ts'
import { logOut } from '../../session/session.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'

/** What someone can do about an invitation depends on who they are. */
export function InvitationAnswer({ invitation, token }: { invitation: Invitation; token: string }) {
  const user = useAppSelector(({ auth }) => auth.user)
  const here = `/invitation?${new URLSearchParams({ token })}`
  if (!user) return <Newcomer email={invitation.email} here={here} />
  if (user.email.toLowerCase() === invitation.email.toLowerCase()) return <Invited invitation={invitation.id} />
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p className="text-sm">
        You are logged in as <strong className="font-semibold break-all text-ink">{user.email}</strong>, but the
        invitation is for another address. Log out, and continue with that one.
      </p>
      <Button look="secondary" onClick={() => void logOut(here)}>
        Log out
      </Button>
    </div>
  )
}

function Newcomer({ email, here }: { email: string; here: string }) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      <Link to={withNext('/register', here, { email })} className={buttonClass()}>
        Create account
      </Link>
      <Link to={withNext('/login', here, { email })} className={buttonClass({ look: 'secondary' })}>
        Log in
      </Link>
    </div>
  )
}

function Invited({ invitation }: { invitation: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const accepting = useAction()
  const declining = useAction()

  const accept = () =>
    accepting.run(async () => {
      const { organisation } = await dispatch(invitationsApi.endpoints.acceptInvitation.initiate(invitation)).unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organisations/${organisation}`, { replace: true })
    })
  const decline = () =>
    declining.run(async () => {
      await dispatch(invitationsApi.endpoints.refuseInvitation.initiate(invitation)).unwrap()
      await navigate('/', { replace: true })
    }, 'You declined the invitation.')

  return (
    <div className="mt-6 flex flex-col gap-3">
      <Button busy={accepting.busy} disabled={declining.busy} onClick={accept}>
        {accepting.busy ? 'Joining…' : 'Accept invitation'}
      </Button>
      <Button look="secondary" busy={declining.busy} disabled={accepting.busy} onClick={decline}>
        {declining.busy ? 'Declining…' : 'Decline'}
      </Button>
    </div>
  )
}
