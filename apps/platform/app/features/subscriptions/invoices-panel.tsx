import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { formatMoney, type Invoice } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { BillingDay } from './billing-dates.tsx'
import { InvoiceStatus } from './invoice-status.tsx'

export function InvoicesPanel() {
  const { id } = useOrganization()
  const invoices = subscriptionsApi.useInvoicesQuery({ query: { organization: id } })
  return (
    <Panel title="Invoices">
      <Loaded query={invoices}>
        {({ invoices: all }) =>
          all.length > 0 ? (
            <InvoiceTable invoices={all} />
          ) : (
            <EmptyState title="No invoices yet">Your invoices will appear here.</EmptyState>
          )
        }
      </Loaded>
    </Panel>
  )
}

function InvoiceTable({ invoices }: { invoices: Invoice[] }) {
  return (
    <table className="data-table">
      <ColumnHeads names={['Invoice', 'Issued', 'Due', 'Total', 'Status']} last="Download" />
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const [invoicePdf] = subscriptionsApi.useInvoicePdfMutation()
  const { id: organization } = useOrganization()
  const { busy, run } = useAction()

  const download = () =>
    run(async () => {
      const address = await invoicePdf({ invoice: invoice.id, query: { organization } }).unwrap()
      saveFile(address, `${invoice.number}.pdf`)
    })

  return (
    <tr>
      <td className="font-semibold text-ink">{invoice.number}</td>
      <td data-label="Issued">
        <BillingDay at={invoice.issuedAt} />
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
        <Button
          look="secondary"
          size="small"
          busy={busy}
          aria-label={`Download PDF of invoice ${invoice.number}`}
          onClick={download}
        >
          <ToolIcon name="download" className="size-4" />
          PDF
        </Button>
      </td>
    </tr>
  )
}
