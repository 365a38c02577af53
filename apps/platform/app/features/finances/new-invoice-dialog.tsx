import { financesApi } from '@sherpa/api-client/finances'
import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { type InvoicePreview, newFeeInvoice, type OpenFee } from '@sherpa/contracts/fee-invoice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { InvoiceLines } from './invoice-lines.tsx'

/** Previews an invoice before it gets its number. */
export function NewInvoiceDialog({
  fee,
  onClose,
  onIssued,
}: {
  fee: OpenFee | undefined
  onClose: () => void
  onIssued: (invoice: string) => void
}) {
  return (
    <Dialog open={fee !== undefined} title={`Invoice ${fee?.athlete.name ?? ''}`} onClose={onClose}>
      {fee && <Preview fee={fee} onClose={onClose} onIssued={onIssued} />}
    </Dialog>
  )
}

type Previewed = { fee: OpenFee; onClose: () => void; onIssued: (invoice: string) => void }

function Preview({ fee, ...rest }: Previewed) {
  const { id: organization } = useOrganization()
  const { athlete, currency } = fee
  const preview = financesApi.useInvoicePreviewQuery({ organization, athlete: athlete.id, query: { currency } })
  return <Loaded query={preview}>{(data) => <IssueForm preview={data} {...rest} />}</Loaded>
}

function IssueForm({ preview, onClose, onIssued }: Omit<Previewed, 'fee'> & { preview: InvoicePreview }) {
  const { id: organization } = useOrganization()
  const { athlete, currency, lines, totalMinor, dueOn, seller } = preview
  const [issue] = financesApi.useIssueFeeInvoiceMutation()
  const keyFor = useIdempotencyKey()
  const { failureText, busy, formProps } = useForm({
    schema: newFeeInvoice,
    read: () => ({ athleteId: athlete.id, currency }),
    async send(body) {
      const headers = { 'Idempotency-Key': keyFor({ body, lines }) }
      const invoice = await issue({ organization, body, headers }).unwrap()
      showToast('success', `Invoice ${invoice.number} issued. Not sent yet.`)
      onIssued(invoice.id)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        From {seller.name}, due {shortDay(dueOn)}. The invoice gets your next number. You send it in a separate step.
      </p>
      <FormMessage failure={failureText} />
      {/* Keyboard users can scroll it too. */}
      <section aria-label="Lines" tabIndex={0} className="max-h-72 overflow-y-auto">
        <InvoiceLines lines={lines} totalMinor={totalMinor} currency={currency} />
      </section>
      <SubmitActions
        label={`Issue invoice for ${formatMoney(totalMinor, currency, 'en-US')}`}
        busyLabel="Issuing…"
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}
