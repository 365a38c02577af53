import { codeConfirmation, type IdentityProof } from '@sherpa/contracts/account'
import { Dialog } from '@sherpa/ui/dialog'
import type { ReactNode } from 'react'
import { useAccount } from '../frame/account-context.ts'
import { CodeField, codeOf } from './code-field.tsx'
import { FormMessage } from './form-message.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SubmitActions } from './submit-actions.tsx'
import { useForm } from './use-form.ts'

type IdentityFormProps = {
  /** The button label names the action. */
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  /** Receives the proof of identity. */
  send: (proof: IdentityProof) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Re-authenticates before an irreversible action: with a code if there is a second factor, else with the password.
 * Fields among the children must be controlled and have no name.
 */
export function ConfirmIdentityDialog({ open, title, ...form }: IdentityFormProps & { open: boolean; title: string }) {
  const { user } = useAccount()
  if (!user.secondFactor) return <PasswordDialog open={open} title={title} {...form} />
  return (
    <Dialog open={open} title={title} onClose={form.onClose}>
      <CodeForm {...form} />
    </Dialog>
  )
}

function CodeForm({ confirm, confirming, look = 'primary', send, onClose, children }: IdentityFormProps) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: codeConfirmation,
    read: ({ code }) => ({ code: codeOf(code) }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {children}
      <FormMessage failure={failureText} />
      <CodeField errors={errors} />
      <SubmitActions label={confirm} busyLabel={confirming} busy={busy} look={look} onCancel={onClose} />
    </form>
  )
}
