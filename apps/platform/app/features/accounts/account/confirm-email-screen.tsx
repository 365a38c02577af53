import { accountsApi } from '@sherpa/api-client/accounts'
import type { EmailChangeState } from '@sherpa/contracts/account'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '../../../forms/failure.ts'
import { useLinkToken } from '../../../frame/arrival.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

/** Target of both email-change links. Confirming takes a click, because mail scanners open links. */
export function Component() {
  const [confirmEmailChange] = accountsApi.useConfirmEmailChangeMutation()
  const token = useLinkToken()
  const [answer, setAnswer] = useState<EmailChangeState | 'expired'>()
  const state = token === '' ? 'expired' : answer
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    if (!token) return
    setBusy(true)
    setFailure(undefined)
    try {
      setAnswer(await confirmEmailChange({ body: { token } }).unwrap())
    } catch (error) {
      const { code, text } = failureOf(error)
      if (code === 'link-expired') setAnswer('expired')
      else setFailure(text)
    } finally {
      setBusy(false)
    }
  }

  if (state === undefined) {
    return (
      <>
        <ScreenHeading key="confirm" title="Confirm your new email address" />
        <p className="mt-3">Your address changes once you confirm it from both your old and your new mailbox.</p>
        <div className="mt-6 flex flex-col gap-4">
          <MessageBox message={failure ? { kind: 'error', text: failure } : undefined} />
          <Button busy={busy} onClick={confirm}>
            {busy ? 'Confirming…' : 'Confirm'}
          </Button>
        </div>
      </>
    )
  }
  const words =
    state === 'expired'
      ? {
          title: 'This link has expired or was already used',
          lead: 'Links expire after 24 hours and work once. You can request the change again in your account.',
        }
      : state.changed
        ? { title: 'Your email address has changed', lead: `From now on, log in with ${state.email}.` }
        : {
            title: 'Confirmed. One mailbox to go',
            lead: `Now open the link we sent to your other mailbox. Until then, your address stays the same.`,
          }
  return (
    <>
      <ScreenHeading key={words.title} title={words.title} />
      <p className="mt-3 break-words">{words.lead}</p>
      <Link to="/account" className={`${buttonClass({ look: 'secondary' })} mt-7 w-full`}>
        Go to your account
      </Link>
    </>
  )
}
