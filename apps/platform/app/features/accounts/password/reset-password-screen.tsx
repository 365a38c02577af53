import { accountsApi } from '@sherpa/api-client/accounts'
import { auth } from '@sherpa/api-client/auth'
import { passwordReset } from '@sherpa/contracts/account'
import { Button, buttonClass } from '@sherpa/ui/button'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { newPasswordHint, PasswordField, TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useArrival, useLinkToken } from '../../../frame/arrival.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { useAppDispatch } from '../../../store.ts'

export function Component() {
  const dispatch = useAppDispatch()
  const [resetPassword] = accountsApi.useResetPasswordMutation()
  const navigate = useNavigate()
  const token = useLinkToken()
  const asksName = useArrival()?.query.has('name')
  const [expired, setExpired] = useState(false)
  const { errors, failureText, busy, formProps } = useForm({
    schema: passwordReset,
    read: (typed) => ({ ...typed, token }),
    async send(values) {
      const { email } = await resetPassword({ body: values }).unwrap()
      // The reset ended all sessions, possibly including this browser's.
      dispatch(auth.actions.signedOut())
      const notice = asksName
        ? 'Your account is ready. Log in with your new password.'
        : 'Your password has been changed. Log in with the new one.'
      await navigate(`/login?${new URLSearchParams({ email })}`, { replace: true, state: { notice } })
    },
    onRefusal({ code }) {
      if (code === 'link-expired') setExpired(true)
      return code === 'link-expired'
    },
  })

  if (expired || token === '') {
    return (
      <>
        <ScreenHeading key="expired" title="This link has expired or was already used" />
        <p className="mt-3">Links to reset a password expire after 1 hour and work once.</p>
        <Link to="/forgot-password" className={`${buttonClass()} mt-7 w-full`}>
          Send a new link
        </Link>
      </>
    )
  }
  return (
    <>
      <ScreenHeading key="choose" title={asksName ? 'Welcome to Sherpa' : 'Choose a new password'} />
      <p className="mt-2 text-sm">
        {asksName ? 'Add your name and choose a password.' : 'This logs you out on all devices.'}
      </p>
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        <PlainFormMessage failure={failureText} />
        {asksName && <TextField name="name" label="Your name" autoComplete="name" errors={errors} />}
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint={newPasswordHint}
          errors={errors}
        />
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save password'}
        </Button>
      </form>
    </>
  )
}
