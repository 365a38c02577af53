import { accountsApi } from '@sherpa/api-client/accounts'
import { registration } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { EmailField, newPasswordHint, PasswordField, TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { sitePages } from '../../settings.ts'
import { useAppDispatch } from '../../store.ts'
import { CheckMail } from './check-mail.tsx'

export function Component() {
  const dispatch = useAppDispatch()
  const { search } = useLocation()
  const [query] = useSearchParams()
  const [sentTo, setSentTo] = useState<string>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: registration,
    async send(values) {
      await dispatch(accountsApi.endpoints.register.initiate(values)).unwrap()
      setSentTo(values.email)
    },
  })

  if (sentTo) {
    return <CheckMail title="Check your mail" email={sentTo} lead="To finish, please follow the link that we sent to" />
  }
  return (
    <>
      <ScreenHeading title="Create your account" />
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        <FormMessage failure={failureText} />
        <TextField name="name" label="Your name" autoComplete="name" maxLength={120} errors={errors} />
        <EmailField name="email" label="Work email" defaultValue={query.get('email') ?? ''} errors={errors} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint={newPasswordHint}
          errors={errors}
        />
        <Button type="submit" busy={busy}>
          {busy ? 'Creating your account…' : 'Create account'}
        </Button>
        <p className="text-xs">
          By creating an account you agree to our{' '}
          <a href={sitePages.terms} target="_blank" rel="noopener" className={textLinkClass}>
            Terms of Service
          </a>{' '}
          and{' '}
          <a href={sitePages.privacy} target="_blank" rel="noopener" className={textLinkClass}>
            Privacy Policy
          </a>
          .
        </p>
      </form>
      <p className="mt-6 text-center text-sm">
        Already have an account?{' '}
        <Link to={`/login${search}`} className={textLinkClass}>
          Log in
        </Link>
      </p>
    </>
  )
}
