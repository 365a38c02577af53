import { guardiansApi } from '@sherpa/api-client/guardians'
import type { GuardianInvitation } from '@sherpa/contracts/guardian'
import { organizationKinds } from '@sherpa/contracts/organization'
import { Button, buttonClass } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { Link, useNavigate } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { failureOf } from '../../forms/failure.ts'
import { NewAccountForm } from '../../forms/new-account-form.tsx'
import { useLinkToken } from '../../frame/arrival.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { withNext } from '../../session/next-address.ts'
import { logOut, startSession } from '../../session/session.ts'
import { useAppSelector } from '../../store.ts'
import { GuardianAnswer } from './guardian-answer.tsx'

/** Target of the link in a guardian's mail, with or without an account. */
export function Component() {
  const token = useLinkToken()
  const query = guardiansApi.useLookUpGuardianInvitationQuery(
    { body: { token: token ?? '' } },
    { skip: token === undefined },
  )
  const code = stateOf(query) === 'failed' ? failureOf(query.error).code : undefined
  if (code === 'link-expired' || code === 'invalid-fields') {
    return (
      <>
        <ScreenHeading key="expired" title="This link is no longer valid" />
        <p className="mt-3">
          It was already answered or withdrawn, or it has expired. To answer now, ask the organization for a new email.
        </p>
        <Link to="/account/guardianships" className={`${buttonClass({ look: 'secondary' })} mt-7 w-full`}>
          View your guardianships
        </Link>
      </>
    )
  }
  if (token === undefined) return <LoadingNote />
  return (
    <Loaded query={query}>
      {(invitation) => (
        <>
          <ScreenHeading title={`Are you the parent or guardian of ${invitation.athlete}?`} />
          <Words invitation={invitation} />
          <Answer invitation={invitation} token={token} />
        </>
      )}
    </Loaded>
  )
}

function Words({ invitation: { organization, kind, athlete, email, invitedBy } }: { invitation: GuardianInvitation }) {
  return (
    <>
      <p className="mt-3">
        {invitedBy ? `${invitedBy} of ${organization}` : organization} asks you to confirm that {athlete} is your child,
        or that you are the legal guardian.
      </p>
      <dl className="mt-5 grid gap-x-6 gap-y-2 rounded-md bg-snow p-4 text-sm sm:grid-cols-[auto_1fr]">
        <dt>Organization</dt>
        <dd className="font-semibold break-words text-ink">
          {organization} <span className="font-normal text-slate">({organizationKinds[kind]})</span>
        </dd>
        <dt>Athlete</dt>
        <dd className="font-semibold break-words text-ink">{athlete}</dd>
        <dt>Your email</dt>
        <dd className="font-semibold break-all text-ink">{email}</dd>
      </dl>
      <h2 className="mt-6 text-base font-semibold">What confirming means</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-sm">
        <li>You tell {organization} that you are the parent or legal guardian. They may ask you for proof.</li>
        <li>You decide whether {athlete} can have an account on Sherpa. You can change that at any time.</li>
        <li>You do not sign a contract, and it costs nothing.</li>
        <li>It ends when {athlete} turns 18, or earlier if you end it.</li>
      </ul>
    </>
  )
}

/** Offers registration, log-in, log-out or the answer, depending on the session. */
function Answer({ invitation, token }: { invitation: GuardianInvitation; token: string }) {
  const user = useAppSelector(({ auth }) => auth.user)
  const navigate = useNavigate()
  const heading = useFocusWhenLost(user?.id)
  const here = `/guardian?${new URLSearchParams({ token })}`
  if (!user && !invitation.hasAccount) return <Newcomer invitation={invitation} token={token} />
  if (!user) {
    return (
      <Link to={withNext('/login', here, { email: invitation.email })} className={`${buttonClass()} mt-6 w-full`}>
        Log in to answer
      </Link>
    )
  }
  if (user.email.toLowerCase() !== invitation.email.toLowerCase()) {
    return (
      <div className="mt-6 flex flex-col gap-4">
        <p className="text-sm">
          You’re logged in as <strong className="font-semibold break-all text-ink">{user.email}</strong>, but this
          request was sent to another address. Log out to continue with that address.
        </p>
        <Button look="secondary" onClick={() => void logOut(here)}>
          Log out
        </Button>
      </div>
    )
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mt-6 mb-3 text-base font-semibold">
        Your answer
      </h2>
      <GuardianAnswer
        guardianship={invitation}
        onConfirmed={() => navigate('/account/guardianships', { replace: true })}
        onDeclined={() => navigate('/', { replace: true })}
      />
    </>
  )
}

/** The link proves the address, so it can create the account. The answer follows. */
function Newcomer({ invitation: { email }, token }: { invitation: GuardianInvitation; token: string }) {
  const [registerAsGuardian] = guardiansApi.useRegisterAsGuardianMutation()
  return (
    <>
      <p className="mt-6 text-sm">
        To answer, create a free account first. You can then change your answer at any time.
      </p>
      <NewAccountForm
        token={token}
        email={email}
        submit={{ label: 'Create account and continue', busy: 'Creating…' }}
        send={async (account) => {
          startSession(await registerAsGuardian({ body: account }).unwrap(), { stay: false })
        }}
        onRefusal={() => false}
      />
    </>
  )
}
