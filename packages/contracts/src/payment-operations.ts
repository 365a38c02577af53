import { operations } from './operation.ts'
import { conditionMet, newReminder, reminderDraft } from './payment.ts'
import { reminded } from './reminder.ts'

const one = '/organizations/:organization/finances/payments/:payment'
const mayBook = {
  access: 'money.edit',
  alsoNeeds: ['money.view', 'deals.view'],
  notForAthletes: true,
} as const
const changes = ['Revenue', 'Deal'] as const

export const paymentOperations = operations({
  meetCondition: {
    method: 'POST',
    path: `${one}/condition`,
    summary: 'Mark a payment’s condition as met, with its due date. It is then expected',
    ...mayBook,
    body: conditionMet,
    answer: { status: 204, about: 'Expected' },
    changes,
  },
  reopenCondition: {
    method: 'DELETE',
    path: `${one}/condition`,
    summary: 'Mark a condition as not met. Possible until money is received',
    ...mayBook,
    answer: { status: 204, about: 'Conditional again' },
    changes,
  },
  reminderDraft: {
    method: 'GET',
    path: `${one}/reminder`,
    summary: 'A reminder draft for an overdue payment, and earlier reminders',
    ...mayBook,
    answer: { status: 200, about: 'The draft', schema: reminderDraft },
    reads: ['Revenue'],
  },
  remindPayer: {
    method: 'POST',
    path: `${one}/reminder`,
    summary: 'Email a reminder of an overdue payment. At most one per address and day',
    ...mayBook,
    body: newReminder,
    answer: { status: 200, about: 'The address that was mailed', schema: reminded },
    changes: ['Revenue'],
  },
})
