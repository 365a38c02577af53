import { operations } from './operation.ts'
import {
  newReceipt,
  plannedFees,
  plannedReceipt,
  receiptReversal,
  receiptRow,
  receiptsPage,
  receiptsQuery,
} from './receipt.ts'

const all = '/organizations/:organization/finances/receipts'
const changes = ['Revenue', 'Expense', 'Deal'] as const

/** Money that came, of the athletes whom the caller sees. */
export const receiptOperations = operations({
  receipts: {
    method: 'GET',
    path: all,
    summary: 'Money that came, the latest first',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: receiptsQuery,
    answer: { status: 200, about: 'A page of receipts', schema: receiptsPage },
    pages: true,
  },
  bookReceipt: {
    method: 'POST',
    path: all,
    summary: 'Book money that came, for one or several payments. Fees follow from it',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    headers: ['Idempotency-Key'],
    body: newReceipt,
    answer: { status: 201, about: 'Booked', schema: receiptRow },
    changes,
  },
  receiptFees: {
    method: 'POST',
    path: `${all}/fees`,
    summary: 'The fees that would follow from a receipt. Nothing is booked',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    body: plannedReceipt,
    answer: { status: 200, about: 'The fees', schema: plannedFees },
    reads: ['Revenue'],
  },
  reverseReceipt: {
    method: 'POST',
    path: `${all}/:receipt/reversal`,
    summary: 'Take a receipt back, with the fees that followed from it. It stays on record',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    body: receiptReversal,
    answer: { status: 200, about: 'Taken back', schema: receiptRow },
    changes,
  },
})
