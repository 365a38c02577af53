import { invoiceMailing, type PaperRecipient } from '@sherpa/contracts/fee-invoice'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  /** What the email has. */
  lead: string
  label: string
  recipient: PaperRecipient | null
  send: (email: string | null) => Promise<void>
  onClose: () => void
}

/** Mails an invoice or a statement. */
export function SendPaperForm({ lead, label, recipient, send, onClose }: Props) {
  const isHidden = recipient !== null && recipient.email === null
  const { errors, failureText, busy, formProps } = useForm({
    schema: invoiceMailing,
    // A guardian's address is masked: an empty field sends to it.
    read: ({ email }) => ({ email: email === '' && isHidden ? null : email }),
    async send({ email }) {
      await send(email)
      onClose()
    },
  })
  const who = recipient && `${recipient.name}${recipient.isGuardian ? ', a guardian' : ''}`
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">{lead} Replies go to your address.</p>
      <FormMessage failure={failureText} />
      <EmailField
        name="email"
        label="Send to"
        {...(isHidden && { note: 'optional' })}
        defaultValue={recipient?.email ?? ''}
        autoComplete="off"
        errors={errors}
        hint={hintOf(who, isHidden)}
      />
      <SubmitActions label={label} busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function hintOf(who: string | null, isHidden: boolean) {
  if (!who) return 'The athlete and their guardians have no email address yet.'
  return isHidden ? `Leave empty to send to ${who}. The address is hidden.` : `Address of ${who}`
}
