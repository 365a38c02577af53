import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import { receiptsQuery } from '@sherpa/contracts/receipt'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { BookReceiptButton } from './book-receipt-button.tsx'
import { DaysFilter } from './days-filter.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { receiptColumns } from './receipt-columns.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'

/** Money that came, and beside it the receipt that is open. */
export function Component() {
  const { id: organization, role, may } = useOrganization()
  const address = useListAddress(receiptsQuery)
  const list = useList(financesApi.endpoints.receipts, { organization, query: address.state }, 'receipts')
  const panel = useRecordPanel((id) => `/organizations/${organization}/finances/receipts/${id}`)
  const mayEdit = may('money.edit') && role !== 'athlete'
  return (
    <WithRecordPanel panel={panel} list={list} label="Receipt" record={(id) => <ReceiptPanel id={id} />}>
      <FinancesFrame
        actions={
          mayEdit && (
            <div className="flex flex-wrap gap-2">
              {may('athletes.all') && (
                <Link
                  to={`/organizations/${organization}/finances/receipts/bank`}
                  className={buttonClass({ look: 'secondary', size: 'small' })}
                >
                  From the bank
                </Link>
              )}
              <BookReceiptButton />
            </div>
          )
        }
      >
        <ListView
          searchLabel="Search receipts"
          filters={filters}
          moreFilters={<DaysFilter label="Received" address={address} />}
          label="Receipts"
          list={list}
          address={address}
          columns={receiptColumns(panel)}
          nameOf={({ payer }) => payer}
          onOpen={({ id }) => panel.show(id)}
          opened={panel.id}
          empty={
            <EmptyState title="No receipts yet">
              Money that came stands here, with what it is for and the fee that follows.
            </EmptyState>
          }
          noMatch="No receipt matches"
        />
      </FinancesFrame>
    </WithRecordPanel>
  )
}

const filters: ChoiceFilter[] = [
  { name: 'reversed', label: 'Taken back', choices: { no: 'No', yes: 'Yes' }, most: 1 },
  {
    name: 'currency',
    label: 'Currency',
    choices: Object.fromEntries(currencies.map((code) => [code, code])),
    most: 1,
  },
]
