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

type Taking = {
  receipt: Pick<ReceiptRow, 'id' | 'payer'>
  /** The line of the bank that paid it back. */
  paidBackBy?: BankLineRow | undefined
  onClose: () => void
}

/** Says what follows from taking a receipt back, before it is done: also for invoices that ask for its fees. */
export function TakeBackReceiptDialog({ open, ...taking }: Taking & { open: boolean }) {
  return (
    <Dialog open={open} title="Take this receipt back?" onClose={taking.onClose}>
      <TakeBack {...taking} />
    </Dialog>
  )
}

function TakeBack(taking: Taking) {
  const { id: organization } = useOrganization()
  const query = financesApi.useInvoicesOfReceiptQuery({ organization, receipt: taking.receipt.id })
  return <Loaded query={query}>{({ invoices }) => <TakeBackForm {...taking} invoices={invoices} />}</Loaded>
}

const VOID = 'void-'

function TakeBackForm({
  receipt: { id, payer },
  paidBackBy: line,
  invoices,
  onClose,
}: Taking & { invoices: InvoiceOfReceipt[] }) {
  const { id: organization } = useOrganization()
  const [reverse] = financesApi.useReverseReceiptMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: receiptReversal,
    read: ({ because, ...ticked }) => ({
      because,
      voidInvoices: Object.keys(ticked).map((name) => name.slice(VOID.length)),
      ...(line && { paidBackBy: line.id }),
    }),
    async send(body) {
      await reverse({ organization, receipt: id, body }).unwrap()
      onClose()
      showToast('success', `The receipt from ${payer} was taken back.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        Its payments are open again, and the fees that followed are taken back with it. The receipt stays on record.
        {line && ' The line of the bank that it came from, if there is one, is set aside.'}
      </p>
      {invoices.map((invoice) => (
        <OfInvoice key={invoice.id} invoice={invoice} />
      ))}
      <FormMessage failure={failureText} />
      <Field label="Why" error={errors.get('because')}>
        {(control) => (
          <textarea
            {...control}
            name="because"
            rows={3}
            maxLength={500}
            defaultValue={line && `Paid back on ${shortDay(line.bookedOn)}`}
            className={controlClass}
          />
        )}
      </Field>
      <SubmitActions label="Take back" busyLabel="Taking back…" look="danger" busy={busy} onCancel={onClose} />
    </form>
  )
}

/** An invoice that nobody has paid can be voided with it. Otherwise the next one takes it off. */
function OfInvoice({ invoice }: { invoice: InvoiceOfReceipt }) {
  const { id, number, athlete, currency, amountMinor, totalMinor, paidMinor } = invoice
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line-strong px-4 py-3 text-sm">
      <p className="text-ink">
        The fee of {money(amountMinor)} is on invoice {number} of {athlete.name}, which asks for {money(totalMinor)}
        {paidMinor > 0 && `, of which ${money(paidMinor)} is paid`}.
      </p>
      {paidMinor === 0 ? (
        <>
          <Checkbox name={`${VOID}${id}`} value="yes" defaultChecked>
            Void invoice {number}
          </Checkbox>
          <p className="text-grey">
            What else is on it can be invoiced again. If it was sent, tell whoever has it. Without this the invoice
            still asks for the fee, and the next one takes it off.
          </p>
        </>
      ) : (
        <p className="text-grey">It stays as it is. The next invoice of {athlete.name} takes the fee off.</p>
      )}
    </div>
  )
}
