import { agreement, agreementChange, agreementEnd, agreements, newAgreement } from './agreement.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/athletes/:athlete/agreements'
const one = `${all}/:agreement` as const
const changes = ['Agreement'] as const
const now = { status: 200, about: 'The updated agreement', schema: agreement } as const

/** Fees need money permission. */
export const agreementOperations = operations({
  agreements: {
    method: 'GET',
    path: all,
    summary: 'The representation agreements of an athlete',
    access: 'deals.view',
    answer: { status: 200, about: 'Newest first', schema: agreements },
    reads: ['Agreement'],
  },
  addAgreement: {
    method: 'POST',
    path: all,
    summary: 'Add a representation agreement',
    access: 'deals.edit',
    body: newAgreement,
    answer: { status: 201, about: 'Added', schema: agreement },
    changes,
  },
  changeAgreement: {
    method: 'PATCH',
    path: one,
    summary: 'Change an agreement. On a conflict nothing changes, and the answer has the current one',
    access: 'deals.edit',
    body: agreementChange,
    answer: now,
    changes,
  },
  endAgreement: {
    method: 'PUT',
    path: `${one}/end`,
    summary: 'End an agreement early, or undo that',
    access: 'deals.edit',
    body: agreementEnd,
    answer: now,
    changes,
  },
})
