import { accountsApi } from '@sherpa/api-client/accounts'
import { passwordResetRequest } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { CheckInbox } from '../../../forms/check-inbox.tsx'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { readDevice } from '../../../session/session-storage.ts'

export function Component() {
  const [sendPasswordResetMail] = accountsApi.useSendPasswordResetMailMutation()
  const [sentTo, setSentTo] = useState<string>()
  const mailReset = (email: string) => sendPasswordResetMail({ body: { email, device: readDevice() } }).unwrap()
  const { errors, failureText, busy, formProps } = useForm({
    schema: passwordResetRequest,
    async send({ email }) {
      await mailReset(email)
      setSentTo(email)
    },
  })
  return (
    <>
      {sentTo ? (
        <CheckInbox resend={() => mailReset(sentTo)}>
          If <strong className="font-semibold break-words text-ink">{sentTo}</strong> has an account, we sent a link to
          reset the password. This link expires in 1 hour and works once.
        </CheckInbox>
      ) : (
        <>
          <ScreenHeading key="ask" title="Reset your password" />
          <p className="mt-2 text-sm">Enter your email address, and we’ll send you a link.</p>
          <form {...formProps} className="mt-6 flex flex-col gap-5">
            <PlainFormMessage failure={failureText} />
            <EmailField name="email" label="Email" autoComplete="username" errors={errors} />
            <Button type="submit" busy={busy}>
              {busy ? 'Sending…' : 'Send link'}
            </Button>
          </form>
        </>
      )}
      <p className="mt-6 text-center text-sm">
        <Link to="/login" className={textLinkClass}>
          Back to log in
        </Link>
      </p>
    </>
  )
}
