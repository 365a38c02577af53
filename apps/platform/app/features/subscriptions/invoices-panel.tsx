import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { formatMoney, type Invoice, invoiceStates, invoicesQuery } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import { NothingMatches } from '../../list/list-states.tsx'
import { type Column, ListTable } from '../../list/list-table.tsx'
import { ListToolbar, shownColumns } from '../../list/list-toolbar.tsx'
import { useList } from '../../list/use-list.ts'
import { BillingDay } from './billing-dates.tsx'
import { InvoiceStatus } from './invoice-status.tsx'

const invoiceColumns: Column<Invoice>[] = [
  {
    id: 'number',
    head: 'Invoice',
    shown: 'always',
    place: 'name',
    cell: ({ number }) => <span className="text-base font-medium text-ink">{number}</span>,
  },
  {
    id: 'issued',
    head: 'Issued',
    sort: 'issued',
    place: 'detail',
    cell: ({ issuedAt }) => <BillingDay at={issuedAt} />,
  },
  { id: 'due', head: 'Due', sort: 'due', cell: ({ dueAt }) => <BillingDay at={dueAt} /> },
  { id: 'status', head: 'Status', place: 'state', cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
  {
    id: 'total',
    head: 'Total',
    sort: 'total',
    align: 'end',
    place: 'side',
    cell: ({ totalCents }) => <span className="font-medium text-ink">{formatMoney(totalCents)}</span>,
  },
]

export function InvoicesPanel() {
  const { id: organization } = useOrganization()
  const address = useListAddress(invoicesQuery)
  const list = useList(subscriptionsApi.endpoints.invoices, { query: { ...address.state, organization } }, 'invoices')
  const shown = shownColumns(invoiceColumns, address.columns)
  const hasAny = list.rows.length > 0 || address.isNarrowed
  return (
    <Panel title="Invoices">
      {hasAny && (
        <ListToolbar
          address={address}
          list={list}
          filters={[{ name: 'status', label: 'Status', choices: invoiceStates }]}
          columns={invoiceColumns}
          shown={shown}
        />
      )}
      <ListTable
        label="Invoices"
        list={list}
        address={address}
        columns={shown}
        nameOf={({ number }) => number}
        actionsWidth="button"
        actions={(invoice) => <Download invoice={invoice} />}
        empty={<EmptyState title="No invoices yet">Your invoices will appear here.</EmptyState>}
        nothingMatches={<NothingMatches title="No invoice matches" address={address} />}
      />
    </Panel>
  )
}

function Download({ invoice: { id, number } }: { invoice: Invoice }) {
  const [invoicePdf] = subscriptionsApi.useInvoicePdfMutation()
  const { id: organization } = useOrganization()
  const { busy, run } = useAction()

  const download = () =>
    run(async () => {
      const file = await invoicePdf({ invoice: id, query: { organization } }).unwrap()
      saveFile(file, `${number}.pdf`)
    })

  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      aria-label={`Download PDF of invoice ${number}`}
      onClick={download}
    >
      <ToolIcon name="download" className="size-4" />
      PDF
    </Button>
  )
}
