import {
  agreement,
  agreementChange,
  agreementConfirmation,
  agreementEnd,
  agreements,
  agreementsExportQuery,
  agreementsPage,
  agreementsQuery,
  newAgreement,
  signedAgreement,
} from './agreement.ts'
import { newDocumentQuery } from './deal-work.ts'
import { fileAddress, fileContentQuery, MAX_FILE_BYTES } from './file.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/athletes/:athlete/agreements'
const one = `${all}/:agreement` as const
const changes = ['Agreement'] as const
const now = { status: 200, about: 'The updated agreement', schema: agreement } as const

/** Fees need money permission. */
export const agreementOperations = operations({
  allAgreements: {
    method: 'GET',
    path: '/organizations/:organization/agreements',
    summary: 'The representation agreements of all athletes, by their last day',
    access: 'deals.view',
    query: agreementsQuery,
    answer: { status: 200, about: 'A page of agreements', schema: agreementsPage },
    pages: true,
  },
  exportAgreements: {
    method: 'GET',
    path: '/organizations/:organization/agreements/export',
    summary: 'The filtered list as CSV',
    access: 'data.export',
    alsoNeeds: 'deals.view',
    query: agreementsExportQuery,
    answer: { status: 200, about: 'CSV', type: 'text/csv' },
  },
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
  addAgreementDocument: {
    method: 'POST',
    path: `${one}/document`,
    summary: 'Add the agreement as a PDF, up to 25 MB. It can be replaced until it is entered as signed',
    access: 'deals.edit',
    alsoNeeds: 'money.view',
    query: newDocumentQuery,
    upload: { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES },
    answer: { status: 201, about: 'Added', schema: agreement },
    changes,
  },
  agreementDocumentAddress: {
    method: 'POST',
    path: `${one}/document/address`,
    summary: 'A link to the document, valid for 60 seconds',
    access: 'deals.view',
    alsoNeeds: 'money.view',
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  agreementDocumentContent: {
    method: 'GET',
    path: '/agreement-documents/content',
    summary: 'The document behind a link. Permission is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The file', type: 'application/octet-stream' },
  },
  signAgreement: {
    method: 'PUT',
    path: `${one}/signature`,
    summary: 'Enter the agreement as signed, with its document. Needs password or code',
    access: 'deals.edit',
    alsoNeeds: 'money.edit',
    body: signedAgreement,
    answer: now,
    changes,
  },
  confirmAgreement: {
    method: 'POST',
    path: `${one}/confirmation`,
    summary: 'Confirm an agreement that a colleague entered as signed',
    access: 'deals.approve',
    alsoNeeds: 'deals.view',
    body: agreementConfirmation,
    answer: now,
    changes,
  },
})
