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
import { CheckMail } from './check-mail.tsx'

/** For someone whose link to confirm their address came too late, or has been used. */
export function NewLink({ email }: { email: string }) {
  const dispatch = useAppDispatch()
  const [sentTo, setSentTo] = useState<string>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: mailRequest,
    async send(values) {
      await dispatch(accountsApi.endpoints.sendVerificationMail.initiate(values)).unwrap()
      setSentTo(values.email)
    },
  })
  if (sentTo) {
    return <CheckMail title="Check your mail" email={sentTo} lead="Please follow the new link that we sent to" />
  }
  return (
    <>
      <ScreenHeading title="This link is no longer valid" />
      <p className="mt-3">
        Links work once, for a day. If you have confirmed your address already, just{' '}
        <Link to="/login" className={textLinkClass}>
          log in
        </Link>
        . Otherwise we send you a new one.
      </p>
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        <FormMessage failure={failureText} />
        <EmailField name="email" label="Email" defaultValue={email} errors={errors} />
        <Button type="submit" busy={busy}>
          {busy ? 'Sending…' : 'Send a new link'}
        </Button>
      </form>
    </>
  )
}
