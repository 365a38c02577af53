import { financesApi } from '@sherpa/api-client/finances'
import { receiptsQuery } from '@sherpa/contracts/receipt'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { menuItemClass } from '@sherpa/ui/menu-button'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { amountFilter, currencyFilter } from './amount-filter.tsx'
import { daysFilter } from './days-filter.tsx'
import { FinancesHead } from './finances-frame.tsx'
import { receiptColumns } from './receipt-columns.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { RecordPaymentButton } from './record-payment-button.tsx'

export function Component() {
  const { id: organization, role, may } = useOrganization()
  const address = useListAddress(receiptsQuery)
  const currency = useOwnCurrency()
  const list = useList(financesApi.endpoints.receipts, { organization, query: address.state }, 'receipts')
  const panel = useRecordPanel((id) => `/organizations/${organization}/finances/receipts/${id}`)
  const mayEdit = may('money.edit') && role !== 'athlete'
  const mayImport = mayEdit && may('athletes.all')
  const bankImport = (className: string) => (
    <Link to={`/organizations/${organization}/finances/receipts/bank`} className={className}>
      Bank import
    </Link>
  )
  return (
    <WithRecordPanel panel={panel} list={list} label="Receipt" record={(id) => <ReceiptPanel id={id} />}>
      <ListView
        views="receipts"
        head={({ views, isEmpty }) => (
          <FinancesHead
            views={views}
            count={list.total}
            isEmpty={isEmpty}
            add={mayEdit && <RecordPaymentButton />}
            tools={mayImport && bankImport(buttonClass({ look: 'secondary', size: 'small' }))}
            menu={mayImport && bankImport(menuItemClass)}
          />
        )}
        searchLabel="Search receipts"
        filters={[...filters, amountFilter(address, currency), daysFilter(address, 'Received')]}
        label="Receipts"
        list={list}
        address={address}
        columns={receiptColumns(panel)}
        nameOf={({ payer }) => payer}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={
          <EmptyState title="No receipts yet">
            Money received appears here, with its allocation and your fee. Record a payment, or import a bank file.
          </EmptyState>
        }
        noMatch="No receipt matches"
      />
    </WithRecordPanel>
  )
}

const filters: ChoiceFilter[] = [
  currencyFilter,
  { name: 'reversed', label: 'Reversed', choices: { no: 'No', yes: 'Yes' }, most: 1 },
]
