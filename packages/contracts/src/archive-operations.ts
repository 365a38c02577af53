import { identityProof } from './account.ts'
import { archive, archiveList } from './archive.ts'
import { fileAddress, fileContentQuery } from './file.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/archives'
/** The export contains everything, so it needs every permission to view. */
const access = {
  access: 'data.export',
  alsoNeeds: [
    'athletes.view',
    'athletes.all',
    'athletes.sensitive',
    'deals.view',
    'money.view',
    'people.view',
    'billing.view',
    'activity.view',
  ],
} as const

export const archiveOperations = operations({
  archives: {
    method: 'GET',
    path: all,
    summary:
      'Archives of everything that is kept for the organization: those that can be downloaded, and one that is prepared',
    ...access,
    answer: { status: 200, about: 'The archives', schema: archiveList },
    reads: ['Archive'],
  },
  requestArchive: {
    method: 'POST',
    path: all,
    summary:
      'Ask for an archive of everything, with a password or a code. All owners are told by mail. It is prepared in the background, and can be downloaded for 7 days',
    ...access,
    body: identityProof,
    answer: { status: 201, about: 'It is being prepared', schema: archive },
    changes: ['Archive', 'Activity'],
  },
  archiveAddress: {
    method: 'POST',
    path: `${all}/:archive/address`,
    summary: 'Get an address to download an archive from, which is good for 60 seconds. It is put on record',
    ...access,
    answer: { status: 200, about: 'The address', schema: fileAddress },
    changes: ['Activity'],
  },
  archiveContent: {
    method: 'GET',
    path: '/archives/content',
    summary: 'An archive, at an address of `archiveAddress`. Whether the person may still have it is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'A ZIP archive', type: 'application/zip' },
  },
})
