import { financesApi } from '@sherpa/api-client/finances'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import { useParams } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { RecordNotFound } from '../../frame/record-not-found.tsx'
import { ScreenHeading, useScreenTitle } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { ExpenseLine, ExpenseRecord } from './expense-panel.tsx'

export function Component() {
  const { expense: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const expense = financesApi.useExpenseQuery({ organization, expense: id })
  if (expense.isError && ['not-found', 'not-permitted'].includes(failureOf(expense.error).code ?? '')) {
    return (
      <RecordNotFound title="Expense not found" list={{ path: 'finances/expenses', name: 'expenses' }}>
        This expense doesn’t exist, or you don’t have access to it.
      </RecordNotFound>
    )
  }
  return (
    <>
      {stateOf(expense) !== 'ready' && <ScreenHeading title="Expense" />}
      <Loaded query={expense}>{(data) => <Page key={data.id} expense={data} />}</Loaded>
    </>
  )
}

function Page({ expense }: { expense: ExpenseRow }) {
  const { name } = useOrganization()
  const heading = useScreenTitle(expense.vendor, name, expense.id)
  useNameOfRecord(expense.vendor)
  return (
    <div className="flex flex-col gap-7">
      <header>
        <h1 ref={heading} tabIndex={-1} className="text-[1.375rem] leading-7 break-words">
          {expense.vendor}
        </h1>
        <ExpenseLine expense={expense} />
      </header>
      <SecondFactorNotice of="money.edit" />
      <ExpenseRecord expense={expense} />
    </div>
  )
}
