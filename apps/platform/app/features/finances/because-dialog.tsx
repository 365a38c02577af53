import { type Reversal, reversal } from '@sherpa/contracts/receipt'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import type { ReactNode } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'

type Asked = {
  /** What the button says: the deed itself. */
  label: string
  busyLabel: string
  look?: 'danger' | 'primary'
  /** What is said when it is done. */
  done: string
  send: (reversal: Reversal) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks why, before something that was booked or issued is taken back, or set aside. */
export function BecauseDialog({ open, title, ...rest }: Asked & { open: boolean; title: string }) {
  return (
    <Dialog open={open} title={title} onClose={rest.onClose}>
      <BecauseForm {...rest} />
    </Dialog>
  )
}

function BecauseForm({ label, busyLabel, look = 'danger', done, send, onClose, children }: Asked) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: reversal,
    async send(body) {
      await send(body)
      showToast('success', done)
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">{children}</p>
      <FormMessage failure={failureText} />
      <Field label="Why?" error={errors.get('because')}>
        {(control) => <textarea {...control} name="because" rows={3} maxLength={500} className={controlClass} />}
      </Field>
      <SubmitActions label={label} busyLabel={busyLabel} busy={busy} look={look} onCancel={onClose} />
    </form>
  )
}
