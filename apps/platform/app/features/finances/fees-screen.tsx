import { financesApi } from '@sherpa/api-client/finances'
import { type FeeInvoiceRow, type Fees, feeInvoiceStates, feeInvoicesQuery } from '@sherpa/contracts/fee-invoice'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { dayRangeFilter } from '../../list/range-filter.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { amountFilter } from './amount-filter.tsx'
import { daysFilter } from './days-filter.tsx'
import { FeeSummary } from './fee-figures.tsx'
import { feeInvoiceColumns } from './fee-invoice-columns.tsx'
import { FeeInvoicePanel } from './fee-invoice-panel.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { OpenFees } from './open-fees.tsx'

export function Component() {
  const { id: organization } = useOrganization()
  const address = useListAddress(feeInvoicesQuery)
  const currency = useOwnCurrency()
  const list = useList(financesApi.endpoints.feeInvoices, { organization, query: address.state }, 'fee-invoices')
  const panel = useRecordPanel((id) => `/organizations/${organization}/finances/fees/${id}`)
  const fees = financesApi.useFeesQuery({ organization })
  return (
    <WithRecordPanel panel={panel} list={list} label="Invoice" record={(id) => <FeeInvoicePanel id={id} />}>
      <FinancesFrame>
        <div className="flex flex-col gap-8 md:pt-2">
          <Loaded query={fees}>
            {({ figures, open }) => (
              <>
                <FeeSummary figures={figures} />
                {figures.length + open.length > 0 && <OpenFees open={open} figures={figures} onIssued={panel.show} />}
              </>
            )}
          </Loaded>
          {/* Below the fees, which would push it down. */}
          {stateOf(fees) !== 'loading' && (
            <Panel title="Invoices">
              <ListView
                views="fee-invoices"
                label="Invoices"
                searchLabel="Search invoices"
                list={list}
                address={address}
                filters={[
                  ...filtersOf(list.rows, fees.currentData),
                  amountFilter(address, currency),
                  dayRangeFilter(address, { name: 'due', label: 'Due' }),
                  daysFilter(address, 'Issued'),
                ]}
                columns={feeInvoiceColumns(panel)}
                nameOf={({ number }) => number}
                onOpen={({ id }) => panel.show(id)}
                opened={panel.id}
                empty={
                  <EmptyState title="No invoices yet">
                    When you have earned a fee, choose “Invoice” next to the athlete. You can review it before you issue
                    it.
                  </EmptyState>
                }
                noMatch="No invoice matches"
              />
            </Panel>
          )}
        </div>
      </FinancesFrame>
    </WithRecordPanel>
  )
}

/** Offers athletes with open fees or a loaded invoice. */
function filtersOf(rows: readonly FeeInvoiceRow[], fees: Fees | undefined): ChoiceFilter[] {
  const athletes = [...rows, ...(fees?.open ?? [])].map(({ athlete }) => [athlete.id, athlete.name] as const)
  const byName = athletes.toSorted(([, one], [, other]) => one.localeCompare(other))
  return [
    { name: 'state', label: 'Status', choices: feeInvoiceStates },
    { name: 'athlete', label: 'Athlete', choices: Object.fromEntries(byName), most: 1 },
  ]
}
