import { fileAddress, fileContentQuery, MAX_FILE_BYTES } from './file.ts'
import { license, licenseChange, licensesPage, licensesQuery, newLicense, scanQuery } from './license.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/licenses'
const one = `${all}/:license` as const
const changes = ['License'] as const
const access = { access: 'member', notForAthletes: true } as const

/** Members see and change their own. `people.view` or `disclosures.edit` see all, `people.manage` changes all. */
export const licenseOperations = operations({
  licenses: {
    method: 'GET',
    path: all,
    summary: 'Licenses of members as agents, by their last day',
    ...access,
    query: licensesQuery,
    answer: { status: 200, about: 'A page of licenses', schema: licensesPage },
    pages: true,
  },
  addLicense: {
    method: 'POST',
    path: all,
    summary: 'Add a license',
    ...access,
    headers: ['Idempotency-Key'],
    body: newLicense,
    answer: { status: 201, about: 'Added', schema: license },
    changes,
  },
  changeLicense: {
    method: 'PUT',
    path: one,
    summary: 'Change a license. On a conflict nothing changes, and the answer has the current one',
    ...access,
    body: licenseChange,
    answer: { status: 200, about: 'The updated license', schema: license },
    changes,
  },
  removeLicense: {
    method: 'DELETE',
    path: one,
    summary: 'Remove a license with its document',
    ...access,
    answer: { status: 204, about: 'Removed' },
    changes,
  },
  addLicenseFile: {
    method: 'POST',
    path: `${one}/file`,
    summary: 'Add or replace the document: PDF, JPEG, PNG or WebP, up to 25 MB',
    ...access,
    query: scanQuery,
    upload: { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES },
    answer: { status: 201, about: 'Added', schema: license },
    changes,
  },
  licenseFileAddress: {
    method: 'POST',
    path: `${one}/file/address`,
    summary: 'A link to the document, valid for 60 seconds',
    ...access,
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  licenseFileContent: {
    method: 'GET',
    path: '/license-files/content',
    summary: 'The document behind a link. Permission is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The file', type: 'application/octet-stream' },
  },
})
