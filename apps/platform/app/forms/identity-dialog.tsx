import { codeConfirmation, type IdentityProof } from '@sherpa/contracts/account'
import { Dialog } from '@sherpa/ui/dialog'
import type { ReactNode } from 'react'
import { useAccount } from '../frame/account-context.ts'
import { CodeField, codeOf } from './code-field.tsx'
import { FormMessage } from './form-message.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SubmitActions } from './submit-actions.tsx'
import { useForm } from './use-form.ts'

type IdentityQuestion = {
  /** What the button says: the deed itself. */
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  /** What is done, with the proof that it is still the same person. */
  send: (proof: IdentityProof) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/**
 * Asks again who it is, before something that cannot be taken back: for a code, where there is a second factor, else for the password.
 * Fields of one's own among the children have no name, and are read from their state.
 */
export function IdentityDialog({ open, title, ...question }: IdentityQuestion & { open: boolean; title: string }) {
  const { user } = useAccount()
  if (!user.secondFactor) return <PasswordDialog open={open} title={title} {...question} />
  return (
    <Dialog open={open} title={title} onClose={question.onClose}>
      <CodeForm {...question} />
    </Dialog>
  )
}

function CodeForm({ confirm, confirming, look = 'primary', send, onClose, children }: IdentityQuestion) {
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
