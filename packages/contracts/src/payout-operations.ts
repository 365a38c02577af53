import { operations } from './operation.ts'
import { newPayout, payableRow, payablesPage, payablesQuery } from './payout.ts'
import { reversal } from './receipt.ts'

const organization = '/organizations/:organization/finances'
const changes = ['Revenue', 'Expense', 'Deal'] as const
const writing = { access: 'money.edit', alsoNeeds: ['money.view', 'deals.view'], notForAthletes: true } as const

/** What the organization itself owes, and what it paid of that. */
export const payoutOperations = operations({
  payables: {
    method: 'GET',
    path: `${organization}/payables`,
    summary: 'What the organization owes to athletes and colleagues, the earliest first, with what was paid of it',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    notForAthletes: true,
    query: payablesQuery,
    answer: { status: 200, about: 'A page of it', schema: payablesPage },
    pages: true,
  },
  recordPayout: {
    method: 'POST',
    path: `${organization}/payouts`,
    summary: 'Record money that was paid, never more than is owed',
    ...writing,
    headers: ['Idempotency-Key'],
    body: newPayout,
    answer: { status: 201, about: 'Recorded', schema: payableRow },
    changes,
  },
  reversePayout: {
    method: 'POST',
    path: `${organization}/payouts/:payout/reversal`,
    summary: 'Take a payout back. It stays on record',
    ...writing,
    body: reversal,
    answer: { status: 200, about: 'Taken back', schema: payableRow },
    changes,
  },
})
