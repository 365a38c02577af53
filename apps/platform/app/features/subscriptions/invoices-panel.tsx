import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { type Invoice, invoiceStates, invoicesQuery } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { stateOf } from '../../data/query-state.ts'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { invoiceColumns } from './invoice-columns.tsx'

const { number, issued, due, status, total } = invoiceColumns
const columns: Column<Invoice>[] = [number, { ...issued, place: 'detail' }, due, status, total]

export function InvoicesPanel() {
  const { id: organization } = useOrganization()
  const address = useListAddress(invoicesQuery)
  const list = useList(subscriptionsApi.endpoints.invoices, { query: { ...address.state, organization } }, 'invoices')
  const isEmpty = stateOf(list.query) === 'ready' && list.rows.length === 0 && !address.isNarrowed
  if (isEmpty) return <Panel title="Invoices" empty="None yet" />
  return (
    <Panel title="Invoices">
      <ListView
        filters={[{ name: 'status', label: 'Status', choices: invoiceStates }]}
        label="Invoices"
        list={list}
        address={address}
        columns={columns}
        nameOf={({ number }) => number}
        actionsWidth="button"
        actions={(invoice) => <Download invoice={invoice} />}
        // The panel above says so.
        empty={null}
        noMatch="No invoice matches"
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
