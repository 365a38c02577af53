import { financesApi } from '@sherpa/api-client/finances'
import { type ExpenseRow, expenseCategories, expenseStates, expensesQuery } from '@sherpa/contracts/expense'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { AddExpenseButton } from './add-expense-button.tsx'
import { amountFilter, currencyFilter } from './amount-filter.tsx'
import { daysFilter } from './days-filter.tsx'
import { expenseColumns } from './expense-columns.tsx'
import { ExpensePanel } from './expense-panel.tsx'
import { FinancesHead } from './finances-frame.tsx'

export function Component() {
  const { id: organization, may } = useOrganization()
  const address = useListAddress(expensesQuery)
  const currency = useOwnCurrency()
  const list = useList(financesApi.endpoints.expenses, { organization, query: address.state }, 'expenses')
  const panel = useRecordPanel((id) => `/organizations/${organization}/finances/expenses/${id}`)
  return (
    <WithRecordPanel panel={panel} list={list} label="Expense" record={(id) => <ExpensePanel id={id} />}>
      <ListView
        views="expenses"
        head={({ views, isEmpty }) => (
          <FinancesHead
            views={views}
            count={list.total}
            isEmpty={isEmpty}
            add={may('money.edit') && <AddExpenseButton onAdded={panel.show} />}
          />
        )}
        searchLabel="Search expenses"
        filters={[
          ...filtersOf(list.rows),
          currencyFilter,
          amountFilter(address, currency),
          daysFilter(address, 'Date'),
        ]}
        label="Expenses"
        list={list}
        address={address}
        columns={expenseColumns(panel)}
        nameOf={({ vendor }) => vendor}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={
          <EmptyState title="No expenses yet">
            Travel, training, legal and other expenses appear here with their receipts. Add the first one.
          </EmptyState>
        }
        noMatch="No expense matches"
      />
    </WithRecordPanel>
  )
}

/** Offers the athletes and deals of the loaded rows. */
function filtersOf(rows: readonly ExpenseRow[]): ChoiceFilter[] {
  const athletes = rows.flatMap(({ athlete }) => (athlete ? [[athlete.id, athlete.name] as const] : []))
  const deals = rows.flatMap(({ deal }) => (deal ? [[deal.id, deal.title] as const] : []))
  return [
    { name: 'state', label: 'Status', choices: expenseStates },
    { name: 'category', label: 'Category', choices: expenseCategories },
    { name: 'forMe', label: 'Approval', choices: { yes: 'Waiting for me' }, most: 1 },
    { name: 'athlete', label: 'Athlete', choices: Object.fromEntries(athletes) },
    { name: 'deal', label: 'Deal', choices: Object.fromEntries(deals) },
  ]
}
