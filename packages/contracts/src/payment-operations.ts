import { operations } from './operation.ts'
import { conditionMet, newReminder, reminderDraft } from './payment.ts'

const one = '/organizations/:organization/finances/payments/:payment'
const mayBook = {
  access: 'money.edit',
  alsoNeeds: ['money.view', 'deals.view'],
  notForAthletes: true,
} as const
const changes = ['Revenue', 'Deal'] as const

/** What people do about a payment that is still to come. */
export const paymentOperations = operations({
  meetCondition: {
    method: 'POST',
    path: `${one}/condition`,
    summary: 'Say that the condition of a payment was met, and when it is due. It is expected from then on',
    ...mayBook,
    body: conditionMet,
    answer: { status: 204, about: 'It is expected' },
    changes,
  },
  reopenCondition: {
    method: 'DELETE',
    path: `${one}/condition`,
    summary: 'Take back that a condition was met. Possible while nothing was received',
    ...mayBook,
    answer: { status: 204, about: 'It depends on its condition again' },
    changes,
  },
  reminderDraft: {
    method: 'GET',
    path: `${one}/reminder`,
    summary: 'The mail that would remind the payer of a late payment, and the reminders so far',
    ...mayBook,
    answer: { status: 200, about: 'The mail as a draft', schema: reminderDraft },
    reads: ['Revenue'],
  },
  remindPayer: {
    method: 'POST',
    path: `${one}/reminder`,
    summary: 'Send the payer of a late payment a reminder by mail. A second one within a day must be confirmed',
    ...mayBook,
    body: newReminder,
    answer: { status: 204, about: 'The mail is on its way' },
    changes: ['Revenue'],
  },
})
