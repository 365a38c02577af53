import { expenseDecision, expenseFileQuery, expenseRow, expensesPage, expensesQuery, newExpense } from './expense.ts'
import { fileAddress, fileContentQuery, MAX_FILE_BYTES } from './file.ts'
import { operations } from './operation.ts'
import { reversal } from './receipt.ts'

const all = '/organizations/:organization/finances/expenses'
const one = `${all}/:expense` as const
const changes = ['Expense', 'Revenue'] as const
const reading = { access: 'money.view', alsoNeeds: 'deals.view', notForAthletes: true } as const
const writing = { access: 'money.edit', alsoNeeds: ['money.view', 'deals.view'], notForAthletes: true } as const

/** Money that was spent. Athletes have no part in it; people who see some of the athletes see what is about those. */
export const expenseOperations = operations({
  expenses: {
    method: 'GET',
    path: all,
    summary: 'Expenses, the latest first',
    ...reading,
    query: expensesQuery,
    answer: { status: 200, about: 'A page of expenses', schema: expensesPage },
    pages: true,
  },
  expense: {
    method: 'GET',
    path: one,
    summary: 'One expense',
    ...reading,
    answer: { status: 200, about: 'The expense', schema: expenseRow },
    reads: ['Expense'],
  },
  addExpense: {
    method: 'POST',
    path: all,
    summary:
      'Add an expense. Above the limit in the settings of the books, and in any other currency, it waits for a colleague to approve it',
    ...writing,
    headers: ['Idempotency-Key'],
    body: newExpense,
    answer: { status: 201, about: 'Added', schema: expenseRow },
    changes,
  },
  decideExpense: {
    method: 'POST',
    path: `${one}/decision`,
    summary:
      'Approve an expense that waits, or reject it with a word. Nobody decides about their own, unless nobody else can',
    ...writing,
    body: expenseDecision,
    answer: { status: 200, about: 'Decided', schema: expenseRow },
    changes,
  },
  reverseExpense: {
    method: 'POST',
    path: `${one}/reversal`,
    summary: 'Take an expense back. It stays on record',
    ...writing,
    body: reversal,
    answer: { status: 200, about: 'Taken back', schema: expenseRow },
    changes,
  },
  addExpenseFile: {
    method: 'POST',
    path: `${one}/file`,
    summary:
      'Add the photograph or PDF of the receipt: JPEG, PNG, WebP or PDF, of at most 25 MB. While the expense waits it can be replaced',
    ...writing,
    query: expenseFileQuery,
    upload: { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES },
    answer: { status: 201, about: 'Added', schema: expenseRow },
    changes: ['Expense'],
  },
  expenseFileAddress: {
    method: 'POST',
    path: `${one}/file/address`,
    summary: 'An address of the receipt that is good for 60 seconds',
    ...reading,
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  expenseFileContent: {
    method: 'GET',
    path: '/expense-files/content',
    summary: 'The receipt that an address leads to. Whether the person may still see it is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The file', type: 'application/octet-stream' },
  },
})
