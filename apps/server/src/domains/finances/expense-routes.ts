import { expenseOperations } from '@sherpa/contracts/expense-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import type { addingExpenses } from './add-expense.ts'
import type { decidingExpenses } from './decide-expense.ts'
import type { ExpenseFiles } from './expense-files.ts'
import { expenseOf, listExpenses } from './expenses.ts'

export type ExpenseParts = {
  database: Database
  add: ReturnType<typeof addingExpenses>
  deciding: ReturnType<typeof decidingExpenses>
  files: ExpenseFiles
}

const limits = { person: 1000 }

export function expenseRoutes(endpoint: DefineEndpoint, { database, add, deciding, files }: ExpenseParts) {
  const operations = expenseOperations

  endpoint(operations.expenses, { limits: 'none' }, ({ query, ...viewer }) => listExpenses(database, viewer, query))
  endpoint(operations.expense, { limits: 'none' }, ({ parameter, ...viewer }) =>
    expenseOf(database, viewer, parameter('expense')),
  )
  endpoint(operations.addExpense, { limits }, ({ body, idempotency, ...viewer }) => add(viewer, body, idempotency))
  endpoint(
    operations.decideExpense,
    { limits, refusals: { 409: 'Somebody has decided about it already' } },
    ({ parameter, body, ...viewer }) => deciding.decide(viewer, parameter('expense'), body),
  )
  endpoint(
    operations.reverseExpense,
    { limits, refusals: { 409: 'Already reversed or rejected, or partly recouped or reimbursed' } },
    ({ parameter, body, ...viewer }) => deciding.reverse(viewer, parameter('expense'), body),
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
    { limits: { network: 3000 }, refusals: { 404: 'There is none, for this caller', 410: 'The address is too old' } },
    async ({ query, reply }) => {
      const { bytes, ...file } = await files.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )
}
