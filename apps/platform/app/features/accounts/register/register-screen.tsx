import { accountsApi } from '@sherpa/api-client/accounts'
import { registration } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { CheckInbox } from '../../../forms/check-inbox.tsx'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useArrival } from '../../../frame/arrival.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

/** Asks for an email address. Name and password follow after its confirmation. */
export function Component() {
  const [register] = accountsApi.useRegisterMutation()
  const arrival = useArrival()
  const [sentTo, setSentTo] = useState<string>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: registration,
    async send({ email }) {
      await register({ body: { email } }).unwrap()
      setSentTo(email)
    },
  })

  return (
    <>
      {sentTo ? (
        <CheckInbox resend={() => register({ body: { email: sentTo } }).unwrap()}>
          We sent a link to <strong className="font-semibold break-words text-ink">{sentTo}</strong>. Open it to finish
          creating your account. The link expires in 24 hours.
        </CheckInbox>
      ) : (
        <>
          <ScreenHeading key="register" title="Create your account" />
          <form {...formProps} className="mt-6 flex flex-col gap-5">
            <PlainFormMessage failure={failureText} />
            <EmailField
              name="email"
              label="Work email"
              hint="We’ll email you a link to confirm your address and choose a password."
              defaultValue={arrival?.query.get('email') ?? ''}
              errors={errors}
            />
            <Button type="submit" busy={busy}>
              {busy ? 'Sending…' : 'Continue'}
            </Button>
          </form>
        </>
      )}
      <p className="mt-6 text-center text-sm">
        Already have an account?{' '}
        <Link to={`/login${arrival?.search ?? ''}`} className={textLinkClass}>
          Log in
        </Link>
      </p>
    </>
  )
}
