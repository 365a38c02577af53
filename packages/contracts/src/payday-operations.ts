import { operations } from './operation.ts'
import { changedPaydays, dealPaydays } from './paydays.ts'

const paydays = '/organizations/:organization/deals/:deal/paydays' as const

export const paydayOperations = operations({
  dealPaydays: {
    method: 'GET',
    path: paydays,
    summary: 'Payments of the seasons of a playing contract, with their paydays',
    access: 'money.view',
    alsoNeeds: 'deals.view',
    answer: { status: 200, about: 'The payments by season', schema: dealPaydays },
    reads: ['Deal'],
  },
  changeDealPaydays: {
    method: 'PUT',
    path: paydays,
    summary:
      'Set or remove the paydays of a contract in force. Receipts stay with their payment. Of a contract entered as signed, earlier installments can be received before',
    access: 'money.edit',
    alsoNeeds: 'deals.view',
    body: changedPaydays,
    answer: { status: 200, about: 'The payments by season', schema: dealPaydays },
    changes: ['Deal', 'Revenue'],
  },
})
