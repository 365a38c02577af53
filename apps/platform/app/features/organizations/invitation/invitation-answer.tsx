import { invitationsApi } from '@sherpa/api-client/invitations'
import type { Invitation } from '@sherpa/contracts/invitation'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Link, useNavigate } from 'react-router'
import { reloadAccount } from '../../../data/reload-account.ts'
import { useAction } from '../../../data/use-action.ts'
import { NewAccountForm } from '../../../forms/new-account-form.tsx'
import { withNext } from '../../../session/next-address.ts'
import { logOut, startSession } from '../../../session/session.ts'
import { useAppDispatch, useAppSelector } from '../../../store.ts'

/** Offers registration, log-in, log-out or the answer, depending on the session. */
export function InvitationAnswer({ invitation, token }: { invitation: Invitation; token: string }) {
  const user = useAppSelector(({ auth }) => auth.user)
  const here = `/invitation?${new URLSearchParams({ token })}`
  if (!user && !invitation.hasAccount) return <Newcomer invitation={invitation} token={token} />
  if (!user) {
    return (
      <Link to={withNext('/login', here, { email: invitation.email })} className={`${buttonClass()} mt-6 w-full`}>
        Log in to join
      </Link>
    )
  }
  if (user.email.toLowerCase() === invitation.email.toLowerCase()) return <Invited invitation={invitation.id} />
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p className="text-sm">
        You’re logged in as <strong className="font-semibold break-all text-ink">{user.email}</strong>, but this
        invitation was sent to another address. Log out to continue with that address.
      </p>
      <Button look="secondary" onClick={() => void logOut(here)}>
        Log out
      </Button>
    </div>
  )
}

/** The link proves the address, so name and password are enough to join. */
function Newcomer({ invitation: { email, organization }, token }: { invitation: Invitation; token: string }) {
  const [joinByInvitation] = invitationsApi.useJoinByInvitationMutation()
  const navigate = useNavigate()
  return (
    <NewAccountForm
      token={token}
      email={email}
      submit={{ label: `Join ${organization}`, busy: 'Joining…' }}
      send={async (account) => {
        const joined = await joinByInvitation({ body: account }).unwrap()
        startSession(joined, { stay: false })
        await navigate(`/organizations/${joined.organization}`, { replace: true })
      }}
      onRefusal={() => false}
    />
  )
}

function Invited({ invitation }: { invitation: string }) {
  const dispatch = useAppDispatch()
  const [acceptInvitation] = invitationsApi.useAcceptInvitationMutation()
  const [refuseInvitation] = invitationsApi.useRefuseInvitationMutation()
  const navigate = useNavigate()
  const accepting = useAction()
  const declining = useAction()

  const accept = () =>
    accepting.run(async () => {
      const { organization } = await acceptInvitation({ invitation }).unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organizations/${organization}`, { replace: true })
    })
  const decline = () =>
    declining.run(async () => {
      await refuseInvitation({ invitation }).unwrap()
      await navigate('/', { replace: true })
    }, 'Invitation declined.')

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
