import {
  agentNotice,
  agentNoticeChange,
  agentNoticesPage,
  agentNoticesQuery,
  inquiryQuery,
  newAgentNotice,
} from './agent-notice.ts'
import { fileAddress, fileContentQuery, MAX_FILE_BYTES } from './file.ts'
import { scanQuery } from './license.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/agent-notices'
const one = `${all}/:notice` as const
const changes = ['AgentNotice'] as const
const reading = { access: 'deals.view', notForAthletes: true } as const
const writing = { access: 'disclosures.edit', alsoNeeds: 'deals.view' } as const

/** Notices that agents sent about visible athletes. The register is internal: athletes do not see it. */
export const agentNoticeOperations = operations({
  agentNotices: {
    method: 'GET',
    path: all,
    summary: 'Notices of agents who signed an athlete, latest first',
    ...reading,
    query: agentNoticesQuery,
    answer: { status: 200, about: 'A page of notices', schema: agentNoticesPage },
    pages: true,
  },
  addAgentNotice: {
    method: 'POST',
    path: all,
    summary: 'Record a notice that was received',
    ...writing,
    headers: ['Idempotency-Key'],
    body: newAgentNotice,
    answer: { status: 201, about: 'Added', schema: agentNotice },
    changes,
  },
  changeAgentNotice: {
    method: 'PUT',
    path: one,
    summary: 'Change a notice. On a conflict nothing changes, and the answer has the current one',
    ...writing,
    body: agentNoticeChange,
    answer: { status: 200, about: 'The updated notice', schema: agentNotice },
    changes,
  },
  removeAgentNotice: {
    method: 'DELETE',
    path: one,
    summary: 'Remove a notice with its document',
    ...writing,
    answer: { status: 204, about: 'Removed' },
    changes,
  },
  addAgentNoticeFile: {
    method: 'POST',
    path: `${one}/file`,
    summary: 'Add or replace the document: PDF, JPEG, PNG or WebP, up to 25 MB',
    ...writing,
    query: scanQuery,
    upload: { types: ['application/octet-stream'], mostBytes: MAX_FILE_BYTES },
    answer: { status: 201, about: 'Added', schema: agentNotice },
    changes,
  },
  agentNoticeFileAddress: {
    method: 'POST',
    path: `${one}/file/address`,
    summary: 'A link to the document, valid for 60 seconds',
    ...reading,
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
  agentNoticeFileContent: {
    method: 'GET',
    path: '/agent-notice-files/content',
    summary: 'The document behind a link. Permission is checked again',
    access: 'anyone',
    query: fileContentQuery,
    answer: { status: 200, about: 'The file', type: 'application/octet-stream' },
  },
  exportInquiry: {
    method: 'GET',
    path: `${all}/inquiry`,
    summary:
      'A ZIP that answers an inquiry about a period: agent notices, licenses in force, disclosures and overrides, as CSV',
    access: 'data.export',
    alsoNeeds: ['disclosures.edit', 'deals.view'],
    query: inquiryQuery,
    answer: { status: 200, about: 'ZIP', type: 'application/zip' },
  },
})
