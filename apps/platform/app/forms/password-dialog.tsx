import { passwordConfirmation } from '@sherpa/contracts/account'
import { Dialog } from '@sherpa/ui/dialog'
import type { ReactNode } from 'react'
import type { output, ZodMiniType } from 'zod/mini'
import { codeOf } from './code-field.tsx'
import { FormMessage } from './form-message.tsx'
import { SubmitActions } from './submit-actions.tsx'
import { PasswordField } from './text-field.tsx'
import { useForm } from './use-form.ts'
import { UsernameForManagers } from './username-for-managers.tsx'

type PasswordFormProps<Schema extends ZodMiniType> = {
  /** For forms with more fields than the password. */
  schema: Schema
  fields?: (errors: ReadonlyMap<string, string>) => ReactNode
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  send: (values: output<Schema>) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before a sensitive action. */
export function PasswordDialog<Schema extends ZodMiniType = typeof passwordConfirmation>({
  open,
  title,
  schema,
  ...form
}: Omit<PasswordFormProps<Schema>, 'schema'> & { schema?: Schema; open: boolean; title: string }) {
  return (
    <Dialog open={open} title={title} onClose={form.onClose}>
      <PasswordForm schema={schema ?? (passwordConfirmation as unknown as Schema)} {...form} />
    </Dialog>
  )
}

/** For dialogs with several steps. */
export function PasswordForm<Schema extends ZodMiniType>(form: PasswordFormProps<Schema>) {
  const { schema, fields, confirm, confirming, look = 'primary', send, onClose, children } = form
  const { errors, failureText, busy, formProps } = useForm({
    schema,
    read: ({ username: _, ...typed }) => ('code' in typed ? { ...typed, code: codeOf(typed.code) } : typed),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {children}
      <FormMessage failure={failureText} />
      <UsernameForManagers />
      <PasswordField name="password" label="Your password" autoComplete="current-password" errors={errors} />
      {fields?.(errors)}
      <SubmitActions label={confirm} busyLabel={confirming} busy={busy} look={look} onCancel={onClose} />
    </form>
  )
}
