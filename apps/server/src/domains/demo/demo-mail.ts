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
import { demoCalendar } from './demo-calendar.ts'
import { noteMailOutcome } from './demo-requests.ts'

export type DemoMailRequest = {
  id: string
  reference: string
  fullName: string
  email: string
  phone: string | null
  company: string | null
  additionalInfo: string | null
  /** When it is, or when the visitor would like it to be. */
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
  /** What the visitor's link ends with. */
  linkToken: string
}

export type DemoMailParts = {
  /** The request that a mail is about, unless it was erased. It is looked up when the mail is composed: the queue has only its id. */
  requestForMail: (id: string | null) => Promise<DemoMailRequest | undefined>
  companyTimeZone: string
}

export type DemoMailDescription = MailDescription & {
  /** What our staff calls it. */
  title: string
  /** In which states of the request it says what is true. In others it is out of date, and not sent. */
  trueWhile: readonly DemoState[]
}

export const confirmation: DemoMailDescription = {
  name: 'confirmation',
  title: 'Request received',
  trueWhile: ['requested'],
  purpose: 'demo',
  why: "You received this email because this address was entered in the demo form on our website. If this wasn't you, you can ignore this email: you were not added to any mailing list.",
}

export const staffNotice: DemoMailDescription = {
  name: 'staff-notice',
  title: 'Internal notification',
  trueWhile: Object.keys(demoStates) as DemoState[],
  purpose: 'demo',
  why: 'You received this email because every demo request is sent to this mailbox.',
  toStaff: true,
}

/** A kind whose mail is about a request. What composes it answers with nothing if the mail is out of date for another reason than its state. */
export function mailAboutRequest(
  { requestForMail }: Pick<DemoMailParts, 'requestForMail'>,
  description: DemoMailDescription,
  compose: (request: DemoMailRequest, sender: ComposeParts, mail: QueuedMail) => OutgoingMail | undefined,
): MailKind {
  return {
    ...description,
    async compose(mail, parts) {
      const request = await requestForMail(mail.demoRequest)
      return request && description.trueWhile.includes(request.state) ? compose(request, parts, mail) : undefined
    },
    noteOutcome: noteMailOutcome,
  }
}

/** Both are put into the queue by the database, together with the request (migration 0016). */
export function demoMailKinds(parts: DemoMailParts): MailKind[] {
  // A copy that a colleague asked for must not be taken for one that a mail server sent twice.
  const copied = (composed: OutgoingMail, mail: QueuedMail) =>
    mail.details === null ? composed : { ...composed, messageId: messageIdOf(mail) }
  return [
    mailAboutRequest(parts, confirmation, (request, sender, mail) =>
      copied(composeConfirmation(request, sender), mail),
    ),
    mailAboutRequest(parts, staffNotice, (request, sender, mail) =>
      copied(composeStaffNotice(request, sender, parts.companyTimeZone), mail),
    ),
  ]
}

export const messageIdOf = ({ id }: Pick<QueuedMail, 'id'>) => `<mail-${id}@sherpa.example>`
/** The first mails about a request are known by the request itself: sent twice, they are the same mail. */
const confirmationIdOf = (request: string) => `<demo-${request}-confirmation@sherpa.example>`
const noticeIdOf = (request: string) => `<demo-${request}-staff@sherpa.example>`

/** Under which ids mail about a request may have been sent. */
export const messageIdsAbout = (request: string, mails: { id: string }[]) => [
  confirmationIdOf(request),
  noticeIdOf(request),
  ...mails.map(messageIdOf),
]

/** To the visitor: we have the request and will confirm it. The site says the same in the same words. */
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
      wayToDemo(request),
      facts(['Reference', request.reference], ['Preferred time', preferredTime(request)], ['Length', '30 minutes']),
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
    ics: calendarOf(request, from, composedAt),
  }
}

/** How far a request is on its way to the demo. */
export function wayToDemo(request: DemoMailRequest) {
  return trail(
    { name: 'Scheduled', done: true },
    { name: 'Confirmed', done: request.state === 'confirmed' },
    { name: 'Demo', done: false, when: shortDay(request) },
  )
}

/** Where the visitor sees, changes or cancels the request, and what we hold about them. */
export function linkToRequest({ linkToken, state }: DemoMailRequest, { company }: Sender) {
  const words = mayBecome(state, 'canceled') ? 'View or change your request' : 'View your request'
  return link(words, `${company.siteUrl}${visitorPath(linkToken)}`)
}

/** Where our staff answers the request. */
export function linkForStaff({ id }: DemoMailRequest, { platformUrl }: ComposeParts) {
  return link('Open the request', `${platformUrl}/staff/desk/${id}`)
}

/** The request as an entry for the visitor's calendar. */
export function calendarOf(request: DemoMailRequest, from: string, stamp: Date) {
  const { id, reference, demoAt, lengthMinutes, meetingLink, calendarSequence, state } = request
  return demoCalendar({
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

/** To the staff: everything there is to know, and where to answer. */
export function composeStaffNotice(
  request: DemoMailRequest,
  sender: ComposeParts,
  companyTimeZone: string,
): OutgoingMail {
  const company = { timeZone: companyTimeZone, offsetMinutes: 0 }
  const given = (value: string | null) => oneLine(value ?? '') || 'not given'
  const name = shortened(oneLine(request.fullName), 60)
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
        ['Name', given(request.fullName)],
        ['Email', given(request.email)],
        ['Phone', given(request.phone)],
        ['Company', given(request.company)],
        ['Preferred time', preferredTime(request)],
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
    // The notice has to arrive even if the visitor's address is no use.
    ...(visitor && { replyTo: visitor.address }),
  }
}

function preferredTime(request: Place & { demoAt: Date }) {
  return `${spokenTime(request.demoAt, request)} (${zoneLabel(request.demoAt, request)})`
}

/** `Nov 16`, by the visitor's clock. */
function shortDay(request: Place & { demoAt: Date }) {
  const day = new Date(`${wallClock(request.demoAt, request)}Z`)
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(day)
}

function shortened(text: string, length: number) {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
