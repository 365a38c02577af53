import { books, booksChange, closing, reopening } from './books.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/finances/books'
const access = {
  access: 'organization.edit',
  alsoNeeds: ['money.view', 'money.edit', 'athletes.all'],
  notForAthletes: true,
} as const
const changes = ['Revenue', 'Activity'] as const

/** What an organization has decided about its books, and which months are closed. */
export const booksOperations = operations({
  books: {
    method: 'GET',
    path: all,
    summary: 'The settings of the books, and until when they are closed',
    ...access,
    answer: { status: 200, about: 'The settings', schema: books },
    reads: ['Revenue'],
  },
  changeBooks: {
    method: 'PUT',
    path: all,
    summary: 'Change the settings of the books',
    ...access,
    body: booksChange,
    answer: { status: 200, about: 'The settings as they are now', schema: books },
    changes,
  },
  closeMonths: {
    method: 'POST',
    path: `${all}/closing`,
    summary:
      'Close the books through the end of a month that is over. What is booked later for a day in a closed month counts on the first open day',
    ...access,
    body: closing,
    answer: { status: 200, about: 'Closed', schema: books },
    changes,
  },
  reopenMonths: {
    method: 'POST',
    path: `${all}/reopening`,
    summary: 'Open closed months again, with a password or a code. All owners are told by mail',
    ...access,
    body: reopening,
    answer: { status: 200, about: 'Open again', schema: books },
    changes,
  },
})
