import { accountsApi } from '@sherpa/api-client/accounts'
import { mailRequest } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useAppDispatch } from '../../store.ts'

export function Component() {
  const dispatch = useAppDispatch()
  const [sentTo, setSentTo] = useState<string>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: mailRequest,
    async send(values) {
      await dispatch(accountsApi.endpoints.sendPasswordResetMail.initiate(values)).unwrap()
      setSentTo(values.email)
    },
  })
  return (
    <>
      {sentTo ? (
        <>
          <ScreenHeading key="sent" title="Check your mail" />
          <p className="mt-3">
            If <strong className="font-semibold break-words text-ink">{sentTo}</strong> has an account, a link to choose
            a new password is on its way. It is valid for an hour.
          </p>
        </>
      ) : (
        <>
          <ScreenHeading key="ask" title="Choose a new password" />
          <p className="mt-2 text-sm">Tell us your email address, and we send you a link.</p>
          <form {...formProps} className="mt-6 flex flex-col gap-5">
            <FormMessage failure={failureText} />
            <EmailField name="email" label="Email" autoComplete="username" errors={errors} />
            <Button type="submit" busy={busy}>
              {busy ? 'Sending…' : 'Send the link'}
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
