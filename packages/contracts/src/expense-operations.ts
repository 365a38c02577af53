import { expenseDecision, expenseFileQuery, expenseRow, expensesPage, expensesQuery, newExpense } from './expense.ts'
import { fileAddress, fileContentQuery, MAX_FILE_BYTES } from './file.ts'
import { operations } from './operation.ts'
import { reversal } from './receipt.ts'

const all = '/organizations/:organization/finances/expenses'
const one = `${all}/:expense` as const
const changes = ['Expense', 'Revenue'] as const
const reading = { access: 'money.view', alsoNeeds: 'deals.view', notForAthletes: true } as const
const writing = { access: 'money.edit', alsoNeeds: ['money.view', 'deals.view'], notForAthletes: true } as const

/** Not for athletes. Limited scope sees expenses of its own athletes. */
export const expenseOperations = operations({
  expenses: {
    method: 'GET',
    path: all,
    summary: 'Expenses, latest first',
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
    summary: 'Add an expense. Above the limit of the accounting settings, and in other currencies, it needs approval',
    ...writing,
    headers: ['Idempotency-Key'],
    body: newExpense,
    answer: { status: 201, about: 'Added', schema: expenseRow },
    changes,
  },
  decideExpense: {
    method: 'POST',
    path: `${one}/decision`,
    summary: 'Approve an expense, or reject it with a reason. Your own only if no one else can',
    ...writing,
    body: expenseDecision,
    answer: { status: 200, about: 'Decided', schema: expenseRow },
    changes,
  },
  reverseExpense: {
    method: 'POST',
    path: `${one}/reversal`,
    summary: 'Reverse an expense. It stays on record',
    ...writing,
    body: reversal,
    answer: { status: 200, about: 'Reversed', schema: expenseRow },
    changes,
  },
  addExpenseFile: {
    method: 'POST',
    path: `${one}/file`,
    summary: 'Add the receipt: JPEG, PNG, WebP or PDF, up to 25 MB. It can be replaced until the expense is approved',
    ...writing,
    query: expenseFileQuery,
    upload: { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES },
    answer: { status: 201, about: 'Added', schema: expenseRow },
    changes: ['Expense'],
  },
  expenseFileAddress: {
    method: 'POST',
    path: `${one}/file/address`,
    summary: 'A link to the receipt, valid for 60 seconds',
    ...reading,
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  expenseFileContent: {
    method: 'GET',
    path: '/expense-files/content',
    summary: 'The receipt behind a link. Permission is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The file', type: 'application/octet-stream' },
  },
})
