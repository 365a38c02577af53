import { passwordConfirmation } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import type { ReactNode } from 'react'
import { FormMessage } from './form-message.tsx'
import { PasswordField } from './text-field.tsx'
import { useForm } from './use-form.ts'
import { UsernameForManagers } from './username-for-managers.tsx'

type PasswordQuestion = {
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  /** What is done once the password is there. */
  send: (values: { password: string }) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before something that only the account's owner may do. */
export function PasswordDialog({ open, title, ...question }: PasswordQuestion & { open: boolean; title: string }) {
  return (
    <Dialog open={open} title={title} onClose={question.onClose}>
      <PasswordForm {...question} />
    </Dialog>
  )
}

function PasswordForm({ confirm, confirming, look = 'primary', send, onClose, children }: PasswordQuestion) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: passwordConfirmation,
    read: ({ password }) => ({ password }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {children}
      <FormMessage failure={failureText} />
      <UsernameForManagers />
      <PasswordField name="password" label="Your password" autoComplete="current-password" errors={errors} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={look} busy={busy}>
          {busy ? confirming : confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
