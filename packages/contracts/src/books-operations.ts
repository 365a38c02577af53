import { books, booksChange, closing, reopening } from './books.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/finances/books'
const access = {
  access: 'organization.edit',
  alsoNeeds: ['money.view', 'money.edit', 'athletes.all'],
  notForAthletes: true,
} as const
const changes = ['Revenue', 'Activity'] as const

export const booksOperations = operations({
  books: {
    method: 'GET',
    path: all,
    summary: 'Accounting settings and closed months',
    ...access,
    answer: { status: 200, about: 'The settings', schema: books },
    reads: ['Revenue'],
  },
  changeBooks: {
    method: 'PUT',
    path: all,
    summary: 'Change the accounting settings',
    ...access,
    body: booksChange,
    answer: { status: 200, about: 'The updated settings', schema: books },
    changes,
  },
  closeMonths: {
    method: 'POST',
    path: `${all}/closing`,
    summary: 'Close all months through a complete month. Later entries for a closed month post to the first open day',
    ...access,
    body: closing,
    answer: { status: 200, about: 'Closed', schema: books },
    changes,
  },
  reopenMonths: {
    method: 'POST',
    path: `${all}/reopening`,
    summary: 'Reopen closed months, with password or code. All owners are notified by mail',
    ...access,
    body: reopening,
    answer: { status: 200, about: 'Reopened', schema: books },
    changes,
  },
})
