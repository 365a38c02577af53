import { financesApi } from '@sherpa/api-client/finances'
import { type ExpenseRow, expenseCategories, expenseStates, expensesQuery } from '@sherpa/contracts/expense'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { AddExpenseButton } from './add-expense-button.tsx'
import { DaysFilter } from './days-filter.tsx'
import { expenseColumns } from './expense-columns.tsx'
import { ExpensePanel } from './expense-panel.tsx'
import { FinancesFrame } from './finances-frame.tsx'

/** What was spent, and what of it waits for a decision. */
export function Component() {
  const { id: organization, may } = useOrganization()
  const address = useListAddress(expensesQuery)
  const list = useList(financesApi.endpoints.expenses, { organization, query: address.state }, 'expenses')
  const panel = useRecordPanel((id) => `/organizations/${organization}/finances/expenses/${id}`)
  return (
    <WithRecordPanel panel={panel} list={list} label="Expense" record={(id) => <ExpensePanel id={id} />}>
      <FinancesFrame actions={may('money.edit') && <AddExpenseButton onAdded={panel.show} />}>
        <ListView
          searchLabel="Search expenses"
          filters={filtersOf(list.rows)}
          moreFilters={<DaysFilter address={address} label="Day" />}
          label="Expenses"
          list={list}
          address={address}
          columns={expenseColumns(panel)}
          nameOf={({ vendor }) => vendor}
          onOpen={({ id }) => panel.show(id)}
          opened={panel.id}
          empty={
            <EmptyState title="No expenses yet">
              What you spend on travel, training, legal work and the like stands here, with its receipt.
            </EmptyState>
          }
          noMatch="No expense matches"
        />
      </FinancesFrame>
    </WithRecordPanel>
  )
}

/** Athletes and deals are those of the expenses that are shown. */
function filtersOf(rows: readonly ExpenseRow[]): ChoiceFilter[] {
  const athletes = rows.flatMap(({ athlete }) => (athlete ? [[athlete.id, athlete.name] as const] : []))
  const deals = rows.flatMap(({ deal }) => (deal ? [[deal.id, deal.title] as const] : []))
  return [
    { name: 'state', label: 'State', choices: expenseStates },
    { name: 'category', label: 'Category', choices: expenseCategories },
    { name: 'forMe', label: 'Decision', choices: { yes: 'Mine' }, most: 1 },
    { name: 'athlete', label: 'Athlete', choices: Object.fromEntries(athletes) },
    { name: 'deal', label: 'Deal', choices: Object.fromEntries(deals) },
  ]
}
