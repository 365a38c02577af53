import { expenseOperations } from '@sherpa/contracts/expense-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import type { createExpenseRecorder } from './add-expense.ts'
import type { createExpenseReviewService } from './decide-expense.ts'
import type { ExpenseFiles } from './expense-files.ts'
import { listExpenses, loadExpense } from './expenses.ts'

export type ExpenseParts = {
  database: Database
  add: ReturnType<typeof createExpenseRecorder>
  review: ReturnType<typeof createExpenseReviewService>
  files: ExpenseFiles
}

const limits = { person: 1000 }

export function expenseRoutes(endpoint: DefineEndpoint, { database, add, review, files }: ExpenseParts) {
  const operations = expenseOperations

  endpoint(operations.expenses, { limits: 'none' }, ({ query, ...viewer }) => listExpenses(database, viewer, query))
  endpoint(operations.expense, { limits: 'none' }, ({ parameter, ...viewer }) =>
    loadExpense(database, viewer, parameter('expense')),
  )
  endpoint(operations.addExpense, { limits }, ({ body, idempotency, ...viewer }) => add(viewer, body, idempotency))
  endpoint(
    operations.decideExpense,
    { limits, refusals: { 409: 'Already approved or rejected' } },
    ({ parameter, body, ...viewer }) => review.decide(viewer, parameter('expense'), body),
  )
  endpoint(
    operations.reverseExpense,
    { limits, refusals: { 409: 'Already reversed or rejected, or partly recouped or reimbursed' } },
    ({ parameter, body, ...viewer }) => review.reverse(viewer, parameter('expense'), body),
  )
  endpoint(
    operations.addExpenseFile,
    { limits: { person: 300 }, refusals: { 409: 'It has its receipt already, and was decided about with it' } },
    ({ parameter, query, body, ...viewer }) => files.add(viewer, parameter('expense'), query.name, body),
  )
  endpoint(operations.expenseFileAddress, { limits }, ({ parameter, ...viewer }) =>
    files.address(viewer, parameter('expense')),
  )
  endpoint(
    operations.expenseFileContent,
    {
      limits: { network: 3000 },
      refusals: { 404: 'Not found, or not visible to the caller', 410: 'The link has expired' },
    },
    async ({ query, reply }) => {
      const { bytes, ...file } = await files.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )
}
