import { financesApi } from '@sherpa/api-client/finances'
import type { BankLineRow } from '@sherpa/contracts/bank-import'
import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import type { InvoiceOfReceipt } from '@sherpa/contracts/fee-invoice'
import { type ReceiptRow, receiptReversal } from '@sherpa/contracts/receipt'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'

type Reversing = {
  receipt: Pick<ReceiptRow, 'id' | 'payer'>
  /** The bank transaction that refunded it. */
  refundedBy?: BankLineRow | undefined
  onClose: () => void
}

/** Shows the consequences before a reversal, including invoices with its fees. */
export function ReverseReceiptDialog({ open, ...reversing }: Reversing & { open: boolean }) {
  return (
    <Dialog open={open} title="Reverse this receipt?" onClose={reversing.onClose}>
      <LoadInvoices {...reversing} />
    </Dialog>
  )
}

function LoadInvoices(reversing: Reversing) {
  const { id: organization } = useOrganization()
  const query = financesApi.useInvoicesOfReceiptQuery({ organization, receipt: reversing.receipt.id })
  return <Loaded query={query}>{({ invoices }) => <ReverseForm {...reversing} invoices={invoices} />}</Loaded>
}

const VOID = 'void-'

function ReverseForm({
  receipt: { id, payer },
  refundedBy: line,
  invoices,
  onClose,
}: Reversing & { invoices: InvoiceOfReceipt[] }) {
  const { id: organization } = useOrganization()
  const [reverse] = financesApi.useReverseReceiptMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: receiptReversal,
    read: ({ reason, ...ticked }) => ({
      reason,
      voidInvoices: Object.keys(ticked).map((name) => name.slice(VOID.length)),
      ...(line && { refundedBy: line.id }),
    }),
    async send(body) {
      await reverse({ organization, receipt: id, body }).unwrap()
      onClose()
      showToast('success', `Receipt from ${payer} reversed.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        Its payments become open again, and its fees are reversed. The receipt stays on record.
        {line && ' The bank transaction it came from is ignored.'} Athletes with an account are told, without amounts;
        the payer is not.
      </p>
      {invoices.map((invoice) => (
        <AffectedInvoice key={invoice.id} invoice={invoice} />
      ))}
      <FormMessage failure={failureText} />
      <Field label="Reason" error={errors.get('reason')}>
        {(control) => (
          <textarea
            {...control}
            name="reason"
            rows={3}
            maxLength={500}
            defaultValue={line && `Refunded on ${shortDay(line.bookedOn)}`}
            className={controlClass}
          />
        )}
      </Field>
      <SubmitActions label="Reverse receipt" busyLabel="Reversing…" look="danger" busy={busy} onCancel={onClose} />
    </form>
  )
}

/** An unpaid invoice can be voided. Otherwise the next invoice credits the fee. */
function AffectedInvoice({ invoice }: { invoice: InvoiceOfReceipt }) {
  const { id, number, athlete, currency, amountMinor, totalMinor, paidMinor } = invoice
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line-strong px-4 py-3 text-sm">
      <p className="text-ink">
        The fee of {money(amountMinor)} is on invoice {number} to {athlete.name}, total {money(totalMinor)}
        {paidMinor > 0 && `, ${money(paidMinor)} paid`}.
      </p>
      {paidMinor === 0 ? (
        <>
          <Checkbox name={`${VOID}${id}`} value="yes" defaultChecked>
            Void invoice {number}
          </Checkbox>
          <p className="text-grey">
            Its other items can be invoiced again. If you sent it, let the recipient know. If you keep the invoice, the
            next one credits the fee.
          </p>
        </>
      ) : (
        <p className="text-grey">The invoice stays unchanged. The next invoice to {athlete.name} credits the fee.</p>
      )}
    </div>
  )
}
