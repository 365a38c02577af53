import { invitationsApi } from '@sherpa/api-client/invitations'
import type { Invitation } from '@sherpa/contracts/invitation'
import { labels } from '@sherpa/contracts/labels'
import { organizationKinds } from '@sherpa/contracts/organization'
import { buttonClass } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { Link } from 'react-router'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { useLinkToken } from '../../../frame/arrival.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { InvitationAnswer } from './invitation-answer.tsx'

/** Target of the link in an invitation, with or without an account. */
export function Component() {
  const token = useLinkToken()
  const query = invitationsApi.useLookUpInvitationQuery({ body: { token: token ?? '' } }, { skip: token === undefined })
  const code = stateOf(query) === 'failed' ? failureOf(query.error).code : undefined
  if (code === 'link-expired' || code === 'invalid-fields') {
    return (
      <>
        <ScreenHeading key="expired" title="This invitation is no longer valid" />
        <p className="mt-3">
          It may have been used or withdrawn, or it has expired. Ask the person who invited you to send a new one.
        </p>
        <Link to="/" className={`${buttonClass({ look: 'secondary' })} mt-7 w-full`}>
          Go to Sherpa
        </Link>
      </>
    )
  }
  if (token === undefined) return <LoadingNote />
  return (
    <Loaded query={query}>
      {(invitation) => (
        <>
          <ScreenHeading title={`Join ${invitation.organization}`} />
          <Words invitation={invitation} />
          <InvitationAnswer invitation={invitation} token={token} />
        </>
      )}
    </Loaded>
  )
}

function Words({ invitation: { organization, kind, role, email, invitedBy } }: { invitation: Invitation }) {
  return (
    <>
      <p className="mt-3">
        {invitedBy ? `${invitedBy} invited you` : 'You’ve been invited'} to join {organization} on Sherpa.
      </p>
      <dl className="mt-5 grid gap-x-6 gap-y-2 rounded-md bg-snow p-4 text-sm sm:grid-cols-[auto_1fr]">
        <dt>Organization</dt>
        <dd className="font-semibold break-words text-ink">
          {organization} <span className="font-normal text-slate">({organizationKinds[kind]})</span>
        </dd>
        <dt>Your role</dt>
        <dd className="font-semibold text-ink">{labels[kind].roles[role]}</dd>
        <dt>Email</dt>
        <dd className="font-semibold break-all text-ink">{email}</dd>
      </dl>
    </>
  )
}
