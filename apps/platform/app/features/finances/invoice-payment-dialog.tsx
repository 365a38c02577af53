import { financesApi } from '@sherpa/api-client/finances'
import { decimalOf, formatMoney, typedAmount } from '@sherpa/contracts/currency'
import { type FeeInvoice, newInvoicePayment } from '@sherpa/contracts/fee-invoice'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'

type Paying = { invoice: FeeInvoice; onClose: () => void }

export function InvoicePaymentDialog({ open, ...rest }: Paying & { open: boolean }) {
  return (
    <Dialog open={open} title={`Record payment for invoice ${rest.invoice.number}`} onClose={rest.onClose}>
      <PaymentForm {...rest} />
    </Dialog>
  )
}

function PaymentForm({ invoice: { id, number, issuedOn, currency, totalMinor, paidMinor }, onClose }: Paying) {
  const { id: organization } = useOrganization()
  const [book] = financesApi.useBookInvoicePaymentMutation()
  const keyFor = useIdempotencyKey()
  const today = useToday()
  const openMinor = totalMinor - paidMinor
  const { errors, failureText, busy, formProps } = useForm({
    schema: newInvoicePayment,
    read: ({ paidOn, amountMinor, reference }) => ({
      paidOn,
      amountMinor: typedAmount(String(amountMinor), currency),
      reference: reference || null,
      bankLineId: null,
    }),
    async send(body) {
      const headers = { 'Idempotency-Key': keyFor({ body, paidMinor }) }
      const invoice = await book({ organization, feeInvoice: id, body, headers }).unwrap()
      showToast('success', invoice.state === 'paid' ? `Invoice ${number} is paid.` : 'Payment recorded.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <TextField
        name="amountMinor"
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={decimalOf(openMinor, currency)}
        errors={errors}
        hint={`${formatMoney(openMinor, currency, 'en-US')} open`}
      />
      <Field label="Paid on" error={errors.get('paidOn')}>
        {(control) => (
          <input
            {...control}
            type="date"
            name="paidOn"
            defaultValue={today}
            min={issuedOn}
            max={today}
            className={controlClass}
          />
        )}
      </Field>
      <TextField
        name="reference"
        label="Reference"
        note="optional"
        maxLength={160}
        autoComplete="off"
        errors={errors}
      />
      <SubmitActions label="Record payment" busyLabel="Recording…" busy={busy} onCancel={onClose} />
    </form>
  )
}
