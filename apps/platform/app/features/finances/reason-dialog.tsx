import { type Reversal, reversal } from '@sherpa/contracts/receipt'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import type { ReactNode } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'

type Asked = {
  label: string
  busyLabel: string
  look?: 'danger' | 'primary'
  /** The success toast. */
  done: string
  send: (reversal: Reversal) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for a reason before a reversal, a void or an ignored transaction. */
export function ReasonDialog({ open, title, ...rest }: Asked & { open: boolean; title: string }) {
  return (
    <Dialog open={open} title={title} onClose={rest.onClose}>
      <ReasonForm {...rest} />
    </Dialog>
  )
}

function ReasonForm({ label, busyLabel, look = 'danger', done, send, onClose, children }: Asked) {
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
      <Field label="Reason" error={errors.get('reason')}>
        {(control) => <textarea {...control} name="reason" rows={3} maxLength={500} className={controlClass} />}
      </Field>
      <SubmitActions label={label} busyLabel={busyLabel} busy={busy} look={look} onCancel={onClose} />
    </form>
  )
}
