import { newAccount } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { textLinkClass } from '@sherpa/ui/text-link'
import type { output } from 'zod/mini'
import { sitePages } from '../settings.ts'
import type { Failure } from './failure.ts'
import { PlainFormMessage } from './plain-form-message.tsx'
import { newPasswordHint, PasswordField, TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'

/** Creates an account for a confirmed address. */
export function NewAccountForm({
  token,
  email,
  submit,
  send,
  onRefusal,
}: {
  token: string
  email: string
  submit: { label: string; busy: string }
  send: (account: output<typeof newAccount>) => Promise<unknown>
  onRefusal: (failure: Failure) => boolean
}) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: newAccount,
    read: ({ name, password }) => ({ token, name, password }),
    send,
    onRefusal,
  })
  return (
    <form {...formProps} className="mt-6 flex flex-col gap-5">
      <PlainFormMessage failure={failureText} />
      <Field label="Email">
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            readOnly
            value={email}
            className={`${controlClass} read-only:bg-snow read-only:text-slate`}
          />
        )}
      </Field>
      <TextField name="name" label="Your name" autoComplete="name" maxLength={120} errors={errors} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={newPasswordHint}
        errors={errors}
      />
      <Button type="submit" busy={busy}>
        {busy ? submit.busy : submit.label}
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
  )
}
