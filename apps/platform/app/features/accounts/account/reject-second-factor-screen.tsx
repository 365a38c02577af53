import { accountsApi } from '@sherpa/api-client/accounts'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '../../../forms/failure.ts'
import { useLinkToken } from '../../../frame/arrival.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

const outcomes = {
  done: {
    title: 'Two-factor authentication is off',
    lead: 'All devices were logged out, and your old password no longer works. We’ve emailed you a link to choose a new one.',
    next: { label: 'Go to log in', to: '/login' },
  },
  expired: {
    title: 'This link has expired or was already used',
    lead: 'Links expire after 7 days and work once. Reset your password, and reply to our email if you still can’t log in.',
    next: { label: 'Reset your password', to: '/forgot-password' },
  },
}

/** Target of "It wasn't me" in the notice. It takes a click, because mail scanners open links. */
export function Component() {
  const [rejectSecondFactor, { isLoading }] = accountsApi.useRejectSecondFactorMutation()
  const token = useLinkToken()
  const [answer, setAnswer] = useState<keyof typeof outcomes>()
  const [failure, setFailure] = useState<string>()
  const outcome = token === '' ? 'expired' : answer

  async function reject() {
    if (!token) return
    setFailure(undefined)
    try {
      await rejectSecondFactor({ body: { token } }).unwrap()
      setAnswer('done')
    } catch (error) {
      const { code, text } = failureOf(error)
      if (code === 'link-expired') setAnswer('expired')
      else setFailure(text)
    }
  }

  if (outcome === undefined) {
    return (
      <>
        <ScreenHeading key="reject" title="Turn off two-factor authentication" />
        <p className="mt-3">
          Someone else turned it on? Turning it off logs out all devices and ends your current password. We’ll email you
          a link to choose a new one.
        </p>
        <div className="mt-6 flex flex-col gap-4">
          <MessageBox message={failure ? { kind: 'error', text: failure } : undefined} />
          <Button look="danger" busy={isLoading} onClick={reject}>
            {isLoading ? 'Turning off…' : 'Turn off'}
          </Button>
        </div>
      </>
    )
  }
  const { title, lead, next } = outcomes[outcome]
  return (
    <>
      <ScreenHeading key={title} title={title} />
      <p className="mt-3">{lead}</p>
      <Link to={next.to} className={`${buttonClass({ look: 'secondary' })} mt-7 w-full`}>
        {next.label}
      </Link>
    </>
  )
}
