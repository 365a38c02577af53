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

export const receiptOperations = operations({
  receipts: {
    method: 'GET',
    path: all,
    summary: 'Receipts, latest first',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    query: receiptsQuery,
    answer: { status: 200, about: 'A page of receipts', schema: receiptsPage },
    pages: true,
  },
  bookReceipt: {
    method: 'POST',
    path: all,
    summary: 'Record money received, allocated to payments. Fees are calculated',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    headers: ['Idempotency-Key'],
    body: newReceipt,
    answer: { status: 201, about: 'Recorded', schema: receiptRow },
    changes,
  },
  receiptFees: {
    method: 'POST',
    path: `${all}/fees`,
    summary: 'Preview the fees of a receipt',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    body: plannedReceipt,
    answer: { status: 200, about: 'The fees', schema: plannedFees },
    reads: ['Revenue'],
  },
  reverseReceipt: {
    method: 'POST',
    path: `${all}/:receipt/reversal`,
    summary: 'Reverse a receipt and its fees. It stays on record',
    access: 'money.edit',
    alsoNeeds: ['money.view', 'deals.view'],
    body: receiptReversal,
    answer: { status: 200, about: 'Reversed', schema: receiptRow },
    changes,
  },
})
