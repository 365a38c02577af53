import { type DemoState, demoStates, mayBecome, visitorPath } from '@sherpa/contracts/desk'
import type { ComposeParts, MailDescription, MailKind, QueuedMail } from '../../mail/mail-kind.ts'
import {
  facts,
  fillTemplate,
  greetableName,
  greeting,
  link,
  paragraph,
  quote,
  trail,
} from '../../mail/mail-template.ts'
import { oneLine, readMailbox } from '../../mail/mailbox.ts'
import type { OutgoingMail } from '../../mail/outgoing-mail.ts'
import { addressesFor, type Sender } from '../../mail/sender.ts'
import { type Place, spokenTime, wallClock, zoneLabel } from '../../mail/zoned-time.ts'
import { createDemoCalendar } from './demo-calendar.ts'
import { recordMailOutcome } from './demo-requests.ts'

export type DemoMailRequest = {
  id: string
  reference: string
  fullName: string
  email: string
  phone: string | null
  company: string | null
  additionalInfo: string | null
  /** Confirmed or preferred time. */
  demoAt: Date
  offsetMinutes: number
  timeZone: string | null
  quarantined: boolean
  state: DemoState
  lengthMinutes: number
  meetingLink: string | null
  calendarSequence: number
  assignee: { name: string; email: string } | null
  dueAt: Date
  answered: boolean
  /** Token in the visitor's link. */
  linkToken: string
}

export type DemoMailParts = {
  /** Loaded when the mail is composed, since the queue stores only the id. Undefined after erasure. */
  requestForMail: (id: string | null) => Promise<DemoMailRequest | undefined>
  companyTimeZone: string
}

export type DemoMailDescription = MailDescription & {
  /** Name on the demo desk. */
  title: string
  /** Request states in which the mail is valid. In others it is skipped. */
  validIn: readonly DemoState[]
}

export const confirmation: DemoMailDescription = {
  name: 'confirmation',
  title: 'Request received',
  validIn: ['requested'],
  purpose: 'demo',
  why: "You received this email because this address was entered in the demo form on our website. If this wasn't you, you can ignore this email: you were not added to any mailing list.",
}

export const staffNotice: DemoMailDescription = {
  name: 'staff-notice',
  title: 'Internal notification',
  validIn: Object.keys(demoStates) as DemoState[],
  purpose: 'demo',
  why: 'You received this email because every demo request is sent to this mailbox.',
  toStaff: true,
}

/** `compose` returns undefined if the mail is outdated for a reason other than the state. */
export function createRequestMail(
  { requestForMail }: Pick<DemoMailParts, 'requestForMail'>,
  description: DemoMailDescription,
  compose: (request: DemoMailRequest, sender: ComposeParts, mail: QueuedMail) => OutgoingMail | undefined,
): MailKind {
  return {
    ...description,
    async compose(mail, parts) {
      const request = await requestForMail(mail.demoRequest)
      return request && description.validIn.includes(request.state) ? compose(request, parts, mail) : undefined
    },
    recordOutcome: recordMailOutcome,
  }
}

/** schedule_demo queues both in the transaction of the request (migration 0016). */
export function demoMailKinds(parts: DemoMailParts): MailKind[] {
  // A resent copy needs its own message id, or mail servers drop it as a duplicate.
  const setMessageId = (composed: OutgoingMail, mail: QueuedMail) =>
    mail.details === null ? composed : { ...composed, messageId: messageIdOf(mail) }
  return [
    createRequestMail(parts, confirmation, (request, sender, mail) =>
      setMessageId(composeConfirmation(request, sender), mail),
    ),
    createRequestMail(parts, staffNotice, (request, sender, mail) =>
      setMessageId(composeStaffNotice(request, sender, parts.companyTimeZone), mail),
    ),
  ]
}

export const messageIdOf = ({ id }: Pick<QueuedMail, 'id'>) => `<mail-${id}@sherpa.example>`
/** Derived from the request, so that retries have the same message id. */
const confirmationIdOf = (request: string) => `<demo-${request}-confirmation@sherpa.example>`
const noticeIdOf = (request: string) => `<demo-${request}-staff@sherpa.example>`

/** Message ids of all mail about a request. */
export const listMessageIds = (request: string, mails: { id: string }[]) => [
  confirmationIdOf(request),
  noticeIdOf(request),
  ...mails.map(messageIdOf),
]

/** Uses the same wording as the site. */
export function composeConfirmation(request: DemoMailRequest, sender: Sender, composedAt = new Date()): OutgoingMail {
  const content = {
    subject: `Demo scheduled: we'll contact you soon (${request.reference})`,
    heading: "Demo scheduled successfully! We'll contact you soon.",
    parts: [
      greeting(request.fullName),
      paragraph(
        'Thank you for scheduling a demo of Sherpa. We will contact you to confirm this time or to suggest another one: ' +
          'within 4 hours on weekdays and within 24 hours on weekends.',
      ),
      composeProgress(request),
      facts(
        ['Reference', request.reference],
        ['Preferred time', formatPreferredTime(request)],
        ['Length', '30 minutes'],
      ),
      paragraph(
        'The attached calendar event is tentative until we confirm the time. To change the time or to cancel, open your request or reply to this email.',
      ),
      linkToRequest(request, sender),
    ],
  }
  const { from, replyTo } = addressesFor(confirmation, sender)
  return {
    ...fillTemplate(confirmation, content, sender),
    messageId: confirmationIdOf(request.id),
    from,
    to: oneLine(request.email),
    replyTo,
    ics: calendarInviteOf(request, from, composedAt),
  }
}

/** Progress of the request. */
export function composeProgress(request: DemoMailRequest) {
  return trail(
    { name: 'Scheduled', done: true },
    { name: 'Confirmed', done: request.state === 'confirmed' },
    { name: 'Demo', done: false, when: formatShortDay(request) },
  )
}

export function linkToRequest({ linkToken, state }: DemoMailRequest, { company }: Sender) {
  const words = mayBecome(state, 'canceled') ? 'View or change your request' : 'View your request'
  return link(words, `${company.siteUrl}${visitorPath(linkToken)}`)
}

export function linkForStaff({ id }: DemoMailRequest, { platformUrl }: ComposeParts) {
  return link('Open the request', `${platformUrl}/staff/desk/${id}`)
}

export function calendarInviteOf(request: DemoMailRequest, from: string, stamp: Date) {
  const { id, reference, demoAt, lengthMinutes, meetingLink, calendarSequence, state } = request
  return createDemoCalendar({
    id,
    reference,
    startsAt: demoAt,
    place: request,
    organizer: readMailbox(from) ?? { name: '', address: from },
    attendee: { name: greetableName(request.fullName) ?? '', address: request.email },
    stamp,
    sequence: calendarSequence,
    status:
      state === 'canceled' ? 'canceled' : ['confirmed', 'held', 'no-show'].includes(state) ? 'confirmed' : 'tentative',
    lengthMinutes,
    meetingLink: state === 'confirmed' ? meetingLink : null,
  })
}

export function composeStaffNotice(
  request: DemoMailRequest,
  sender: ComposeParts,
  companyTimeZone: string,
): OutgoingMail {
  const company = { timeZone: companyTimeZone, offsetMinutes: 0 }
  const format = (value: string | null) => oneLine(value ?? '') || 'not given'
  const name = truncate(oneLine(request.fullName), 60)
  const content = {
    subject: `${request.quarantined ? '[Spam check] ' : ''}Demo request ${request.reference} from ${name}`,
    parts: [
      paragraph(
        request.quarantined
          ? 'This request looks like spam, so no email was sent to the visitor. Please check it, then release or reject it.'
          : 'A visitor scheduled a demo and is waiting for us to confirm the time. Open the request to answer. A reply to this email also goes to the visitor, but leaves the request open.',
      ),
      facts(
        ['Reference', request.reference],
        ['Name', format(request.fullName)],
        ['Email', format(request.email)],
        ['Phone', format(request.phone)],
        ['Company', format(request.company)],
        ['Preferred time', formatPreferredTime(request)],
        ['In UTC', spokenTime(request.demoAt, { timeZone: 'UTC', offsetMinutes: 0 })],
        ['Answer by', `${spokenTime(request.dueAt, company)} (${zoneLabel(request.dueAt, company)})`],
        ['Spam check', request.quarantined ? 'yes' : 'no'],
        ['Id', request.id],
      ),
      ...(request.additionalInfo
        ? [paragraph('Additional information, in the visitor’s own words:'), quote(request.additionalInfo)]
        : [facts(['Additional information', 'not given'])]),
      linkForStaff(request, sender),
    ],
  }
  const visitor = readMailbox(request.email)
  return {
    ...fillTemplate(staffNotice, content, sender),
    messageId: noticeIdOf(request.id),
    from: addressesFor(staffNotice, sender).from,
    to: sender.mailboxes.staff,
    // The notice must arrive even if the visitor's address is invalid.
    ...(visitor && { replyTo: visitor.address }),
  }
}

function formatPreferredTime(request: Place & { demoAt: Date }) {
  return `${spokenTime(request.demoAt, request)} (${zoneLabel(request.demoAt, request)})`
}

/** `Nov 16` in the visitor's time zone. */
function formatShortDay(request: Place & { demoAt: Date }) {
  const day = new Date(`${wallClock(request.demoAt, request)}Z`)
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(day)
}

function truncate(text: string, length: number) {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
