import { financesApi } from '@sherpa/api-client/finances'
import { type FeeInvoice, invoiceMailing } from '@sherpa/contracts/fee-invoice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'

type Sending = { invoice: FeeInvoice; onClose: () => void }

export function SendInvoiceDialog({ open, ...rest }: Sending & { open: boolean }) {
  return (
    <Dialog open={open} title={`Send invoice ${rest.invoice.number} by email`} onClose={rest.onClose}>
      <SendForm {...rest} />
    </Dialog>
  )
}

function SendForm({ invoice: { id, number, recipient }, onClose }: Sending) {
  const { id: organization } = useOrganization()
  const [send] = financesApi.useSendFeeInvoiceMutation()
  const isHidden = recipient !== null && recipient.email === null
  const { errors, failureText, busy, formProps } = useForm({
    schema: invoiceMailing,
    // A guardian's address is masked: an empty field sends to it.
    read: ({ email }) => ({ email: email === '' && isHidden ? null : email }),
    async send(body) {
      const sent = await send({ organization, feeInvoice: id, body }).unwrap()
      showToast('success', `Invoice ${number} sent to ${sent.sentTo ?? 'the recipient'}.`)
      onClose()
    },
  })
  const who = recipient && `${recipient.name}${recipient.isGuardian ? ', a guardian' : ''}`
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        The email has the number, total and due date, with the PDF attached. Replies go to your address.
      </p>
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
      <SubmitActions label="Send invoice" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function hintOf(who: string | null, isHidden: boolean) {
  if (!who) return 'The athlete and their guardians have no email address yet.'
  return isHidden ? `Leave empty to send to ${who}. The address is hidden.` : `Address of ${who}`
}
