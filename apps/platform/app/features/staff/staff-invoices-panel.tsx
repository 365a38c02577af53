import { staffApi } from '@sherpa/api-client/staff'
import { formatMoney, payment, type StaffInvoice } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { BillingDay } from '../subscriptions/billing-dates.tsx'
import { InvoiceStatus } from '../subscriptions/invoice-status.tsx'

export function StaffInvoicesPanel() {
  const invoices = staffApi.useStaffInvoicesQuery()
  const [settling, setSettling] = useState<StaffInvoice>()
  const close = () => setSettling(undefined)
  return (
    <Panel title="Invoices">
      <Loaded query={invoices}>
        {({ invoices: all }) =>
          all.length > 0 ? (
            <InvoiceTable invoices={all} onSettle={setSettling} />
          ) : (
            <EmptyState title="No invoices yet" />
          )
        }
      </Loaded>
      <Dialog open={settling !== undefined} title={`Mark invoice ${settling?.number} as paid`} onClose={close}>
        {settling && <PaymentForm invoice={settling} onClose={close} />}
      </Dialog>
    </Panel>
  )
}

function InvoiceTable({ invoices, onSettle }: { invoices: StaffInvoice[]; onSettle: (invoice: StaffInvoice) => void }) {
  return (
    <table className="data-table">
      <ColumnHeads names={['Invoice', 'Organization', 'Due', 'Total', 'Status']} last="Payment" />
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td className="font-semibold whitespace-nowrap text-ink">{invoice.number}</td>
            <td data-label="Organization">
              <span className="min-w-0 max-md:ml-auto max-md:text-right">
                <span className="block">{invoice.organization}</span>
                <span className="block text-xs">{invoice.billingEmail}</span>
              </span>
            </td>
            <td data-label="Due">
              <BillingDay at={invoice.dueAt} />
            </td>
            <td data-label="Total" className="tabular-nums">
              {formatMoney(invoice.totalCents)}
            </td>
            <td data-label="Status">
              <InvoiceStatus invoice={invoice} />
            </td>
            <td>
              {invoice.status === 'open' ? (
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Mark as paid: invoice ${invoice.number}`}
                  onClick={() => onSettle(invoice)}
                >
                  Mark as paid
                </Button>
              ) : (
                <span className="text-xs">{invoice.paymentReference}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PaymentForm({ invoice, onClose }: { invoice: StaffInvoice; onClose: () => void }) {
  const [recordPayment] = staffApi.useRecordPaymentMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: payment,
    async send(values) {
      await recordPayment({ invoice: invoice.id, body: values }).unwrap()
      onClose()
      showToast('success', `Invoice ${invoice.number} was marked as paid.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p>
        {formatMoney(invoice.totalCents)} from {invoice.organization}.
      </p>
      <FormMessage failure={failureText} />
      <TextField
        name="reference"
        label="Payment reference"
        hint="For example, the number of the bank transfer."
        autoComplete="off"
        maxLength={200}
        errors={errors}
      />
      <SubmitActions label="Mark as paid" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
