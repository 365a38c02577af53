import { accountsApi } from '@sherpa/api-client/accounts'
import { buttonClass } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { NewAccountForm } from '../../../forms/new-account-form.tsx'
import { useLinkToken } from '../../../frame/arrival.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { startSession } from '../../../session/session.ts'

/** Target of the registration link. */
export function Component() {
  const [createAccount] = accountsApi.useCreateAccountMutation()
  const navigate = useNavigate()
  const token = useLinkToken()
  const [expired, setExpired] = useState(false)
  const query = accountsApi.useLookUpRegistrationQuery({ body: { token: token ?? '' } }, { skip: !token })
  const code = stateOf(query) === 'failed' ? failureOf(query.error).code : undefined

  if (expired || token === '' || code === 'link-expired' || code === 'invalid-fields') {
    return (
      <>
        <ScreenHeading key="expired" title="This link has expired or was already used" />
        <p className="mt-3">
          Links expire after 24 hours and work once. If you have finished creating your account,{' '}
          <Link to="/login" className={textLinkClass}>
            log in
          </Link>
          .
        </p>
        <Link to="/register" className={`${buttonClass()} mt-7 w-full`}>
          Send a new link
        </Link>
      </>
    )
  }
  if (token === undefined) return <LoadingNote />
  return (
    <Loaded query={query}>
      {({ email }) => (
        <>
          <ScreenHeading title="Welcome to Sherpa" />
          <p className="mt-2">Your email address is confirmed. Add your name and choose a password.</p>
          <NewAccountForm
            token={token}
            email={email}
            submit={{ label: 'Create account', busy: 'Creating your account…' }}
            send={async (account) => {
              startSession(await createAccount({ body: account }).unwrap(), {
                stay: false,
              })
              await navigate('/', { replace: true })
            }}
            onRefusal={({ code }) => {
              if (code === 'link-expired') setExpired(true)
              return code === 'link-expired'
            }}
          />
        </>
      )}
    </Loaded>
  )
}
