import { staffApi } from '@sherpa/api-client/staff'
import { totalInWords } from '@sherpa/contracts/list'
import {
  formatMoney,
  invoiceStates,
  payment,
  type StaffInvoice,
  staffInvoicesQuery,
} from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { BillingDay } from '../subscriptions/billing-dates.tsx'
import { invoiceColumns } from '../subscriptions/invoice-columns.tsx'

const { number, issued, due, status, total } = invoiceColumns
const columns: Column<StaffInvoice>[] = [
  number,
  {
    id: 'organization',
    head: 'Organization',
    width: 'wide',
    place: 'detail',
    cell: ({ organization }) => organization,
  },
  { id: 'email', head: 'Billing email', width: 'wide', shown: 'on-demand', cell: ({ billingEmail }) => billingEmail },
  { ...issued, from: 'desk' },
  { ...due, from: 'laptop' },
  status,
  {
    id: 'paid',
    head: 'Paid',
    sort: 'paid',
    shown: 'on-demand',
    cell: ({ paidAt }) => paidAt && <BillingDay at={paidAt} />,
  },
  { id: 'reference', head: 'Payment reference', from: 'desk', cell: ({ paymentReference }) => paymentReference },
  total,
]

export function Component() {
  const address = useListAddress(staffInvoicesQuery)
  const list = useList(staffApi.endpoints.staffInvoices, { query: address.state }, 'invoices')
  const [settling, setSettling] = useState<StaffInvoice>()
  const close = () => setSettling(undefined)
  return (
    <>
      <ScreenHeading title="Invoices" count={list.total && totalInWords(list.total)} />
      <ListView
        searchLabel="Search invoices"
        views="staff-invoices"
        filters={[{ name: 'status', label: 'Status', choices: invoiceStates }]}
        label="Invoices"
        list={list}
        address={address}
        columns={columns}
        nameOf={({ number }) => number}
        actionsWidth="button"
        actions={(invoice) =>
          invoice.status === 'open' && (
            <Button
              look="secondary"
              size="small"
              aria-label={`Mark as paid: invoice ${invoice.number}`}
              onClick={() => setSettling(invoice)}
            >
              Mark as paid
            </Button>
          )
        }
        empty={<EmptyState title="No invoices yet" />}
        noMatch="No invoice matches"
      />
      <Dialog open={settling !== undefined} title={`Mark invoice ${settling?.number} as paid`} onClose={close}>
        {settling && <PaymentForm invoice={settling} onClose={close} />}
      </Dialog>
    </>
  )
}

function PaymentForm({ invoice, onClose }: { invoice: StaffInvoice; onClose: () => void }) {
  const [recordPayment] = staffApi.useRecordPaymentMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: payment,
    async send(values) {
      await recordPayment({ invoice: invoice.id, body: values }).unwrap()
      onClose()
      showToast('success', `Invoice ${invoice.number} marked as paid.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p>
        {formatMoney(invoice.totalCents)} from {invoice.organization}
      </p>
      <FormMessage failure={failureText} />
      <TextField
        name="reference"
        label="Payment reference"
        hint="For example, the bank transfer number."
        autoComplete="off"
        maxLength={200}
        errors={errors}
      />
      <SubmitActions label="Mark as paid" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
