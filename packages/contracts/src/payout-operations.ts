import { operations } from './operation.ts'
import { newPayout, payableRow, payablesPage, payablesQuery } from './payout.ts'
import { reversal } from './receipt.ts'

const organization = '/organizations/:organization/finances'
const changes = ['Revenue', 'Expense', 'Deal'] as const
const writing = { access: 'money.edit', alsoNeeds: ['money.view', 'deals.view'], notForAthletes: true } as const

export const payoutOperations = operations({
  payables: {
    method: 'GET',
    path: `${organization}/payables`,
    summary: 'Payables to athletes and colleagues, earliest first, with their payouts',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    notForAthletes: true,
    query: payablesQuery,
    answer: { status: 200, about: 'A page of payables', schema: payablesPage },
    pages: true,
  },
  recordPayout: {
    method: 'POST',
    path: `${organization}/payouts`,
    summary: 'Record a payout, up to the amount owed',
    ...writing,
    headers: ['Idempotency-Key'],
    body: newPayout,
    answer: { status: 201, about: 'Recorded', schema: payableRow },
    changes,
  },
  reversePayout: {
    method: 'POST',
    path: `${organization}/payouts/:payout/reversal`,
    summary: 'Reverse a payout. It stays on record',
    ...writing,
    body: reversal,
    answer: { status: 200, about: 'Reversed', schema: payableRow },
    changes,
  },
})
