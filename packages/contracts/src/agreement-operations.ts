import { agreement, agreementChange, agreementEnd, agreements, newAgreement } from './agreement.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/athletes/:athlete/agreements'
const one = `${all}/:agreement` as const
const changes = ['Agreement'] as const
const now = { status: 200, about: 'The agreement as it is now', schema: agreement } as const

/** By which athletes are represented. Fees are only for those who may see money. */
export const agreementOperations = operations({
  agreements: {
    method: 'GET',
    path: all,
    summary: 'The representation agreements of an athlete',
    access: 'deals.view',
    answer: { status: 200, about: 'The newest first', schema: agreements },
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
    summary: 'Change an agreement. If somebody else was first, nothing is changed, and the answer has it as it is now',
    access: 'deals.edit',
    body: agreementChange,
    answer: now,
    changes,
  },
  endAgreement: {
    method: 'PUT',
    path: `${one}/end`,
    summary: 'End an agreement before its time, or take that back',
    access: 'deals.edit',
    body: agreementEnd,
    answer: now,
    changes,
  },
})
