import { deal } from './deal.ts'
import {
  codeSent,
  linkDevice,
  linkedDeal,
  linkOnly,
  linkQuestion,
  newDealLink,
  newLinkAnswer,
  newLinkDevice,
  newLinkRefusal,
  newLinkSignature,
} from './deal-link.ts'
import { fileAddress } from './file.ts'
import { operations } from './operation.ts'

const links = '/organizations/:organization/deals/:deal/links'
const now = { status: 200, about: 'The updated deal', schema: deal } as const

/** The token is in the body, so that it stays out of addresses and logs. */
export const dealLinkOperations = operations({
  sendDealLink: {
    method: 'POST',
    path: links,
    summary: 'Mail a contact of the company a link to sign the approved version, or to the page of a signed deal',
    access: 'deals.edit',
    alsoNeeds: 'money.view',
    body: newDealLink,
    answer: now,
    changes: ['Deal'],
  },
  withdrawDealLink: {
    method: 'DELETE',
    path: `${links}/:link`,
    summary: 'Withdraw a link',
    access: 'deals.edit',
    alsoNeeds: 'money.view',
    answer: now,
    changes: ['Deal'],
  },
  lookUpDealLink: {
    method: 'POST',
    path: '/deal-links/lookup',
    summary: 'What a link shows to the company. Changes nothing',
    access: 'anyone',
    body: linkQuestion,
    answer: { status: 200, about: 'The state of the link, and what the company may see', schema: linkedDeal },
    reads: [],
  },
  openDealLink: {
    method: 'POST',
    path: '/deal-links/openings',
    summary: 'Record that a person opened the link. Sent by the page, not by fetching it',
    access: 'anyone',
    body: linkOnly,
    answer: { status: 204, about: 'Recorded' },
  },
  sendLinkCode: {
    method: 'POST',
    path: '/deal-links/codes',
    summary: 'Mail a six-digit code to the address of the link. At most 3 an hour',
    access: 'anyone',
    body: linkOnly,
    answer: { status: 200, about: 'The code is on its way', schema: codeSent },
  },
  signByLink: {
    method: 'POST',
    path: '/deal-links/signatures',
    summary: 'Sign for the company. Needs a code',
    access: 'anyone',
    body: newLinkSignature,
    answer: { status: 200, about: 'Signed, and the device is confirmed', schema: linkDevice },
  },
  requestChangesByLink: {
    method: 'POST',
    path: '/deal-links/change-requests',
    summary: 'Ask for changes: the deal returns to draft. Needs a code',
    access: 'anyone',
    body: newLinkAnswer,
    answer: { status: 204, about: 'Sent' },
  },
  declineByLink: {
    method: 'POST',
    path: '/deal-links/refusals',
    summary: 'Decline for the company: the deal returns to draft. Needs a code',
    access: 'anyone',
    body: newLinkRefusal,
    answer: { status: 204, about: 'Declined' },
  },
  confirmLinkDevice: {
    method: 'POST',
    path: '/deal-links/devices',
    summary: 'Confirm a device for 30 days, to read the page of a signed deal. Needs a code',
    access: 'anyone',
    body: newLinkDevice,
    answer: { status: 200, about: 'Confirmed', schema: linkDevice },
  },
  linkDocumentAddress: {
    method: 'POST',
    path: '/deal-links/documents/:document/address',
    summary: 'An address of a document that the link shows, valid for 60 seconds',
    access: 'anyone',
    body: linkQuestion,
    answer: { status: 200, about: 'The address', schema: fileAddress },
  },
})
