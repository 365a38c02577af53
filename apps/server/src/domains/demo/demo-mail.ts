import type { MailDescription, MailKind } from '../../mail/mail-kind.ts'
import { facts, fillTemplate, greetableName, greeting, paragraph, quote, trail } from '../../mail/mail-template.ts'
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
  preferredAt: Date
  offsetMinutes: number
  timeZone: string | null
  quarantined: boolean
}

export type DemoMailParts = {
  /** The request that a mail is about. It is looked up when the mail is composed: the queue has only its id. */
  requestForMail: (id: string | null) => Promise<DemoMailRequest>
}

const confirmation: MailDescription = {
  name: 'confirmation',
  purpose: 'demo',
  why: "You received this email because this address was entered in the demo form on our website. If this wasn't you, you can ignore this email: you were not added to any mailing list.",
}

const staffNotice: MailDescription = {
  name: 'staff-notice',
  purpose: 'demo',
  why: 'You received this email because every demo request is sent to this mailbox.',
  toStaff: true,
}

/** Both are put into the queue by the database, together with the request (migration 0001). */
export function demoMailKinds({ requestForMail }: DemoMailParts): MailKind[] {
  const aboutRequest = (
    description: MailDescription,
    compose: (request: DemoMailRequest, sender: Sender) => OutgoingMail,
  ): MailKind => ({
    ...description,
    compose: async ({ demoRequest }, sender) => compose(await requestForMail(demoRequest), sender),
    noteOutcome: noteMailOutcome,
  })
  return [aboutRequest(confirmation, composeConfirmation), aboutRequest(staffNotice, composeStaffNotice)]
}

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
      trail(
        { name: 'Scheduled', done: true },
        { name: 'Confirmed', done: false },
        { name: 'Demo', done: false, when: shortDay(request) },
      ),
      facts(['Reference', request.reference], ['Preferred time', preferredTime(request)], ['Length', '30 minutes']),
      paragraph(
        'The attached calendar event is tentative until we confirm the time. To change the time or to cancel, reply to this email.',
      ),
    ],
  }
  const { from, replyTo } = addressesFor(confirmation, sender)
  const event = demoCalendar({
    id: request.id,
    reference: request.reference,
    startsAt: request.preferredAt,
    place: request,
    organizer: readMailbox(from) ?? { name: '', address: from },
    attendee: { name: greetableName(request.fullName) ?? '', address: request.email },
    stamp: composedAt,
  })
  return {
    ...fillTemplate(confirmation, content, sender),
    messageId: `<demo-${request.id}-confirmation@sherpa.example>`,
    from,
    to: oneLine(request.email),
    replyTo,
    ics: { method: 'REQUEST', content: event },
  }
}

/** To the staff: everything there is to know, answered straight to the visitor. */
export function composeStaffNotice(request: DemoMailRequest, sender: Sender): OutgoingMail {
  const given = (value: string | null) => oneLine(value ?? '') || 'not given'
  const name = shortened(oneLine(request.fullName), 60)
  const content = {
    subject: `${request.quarantined ? '[Quarantined] ' : ''}Demo request ${request.reference} from ${name}`,
    parts: [
      paragraph(
        request.quarantined
          ? 'This request looks suspicious, so it was quarantined. Please check it carefully before you answer.'
          : 'A visitor scheduled a demo and is waiting for us to confirm the time. Reply to this email to answer them.',
      ),
      facts(
        ['Reference', request.reference],
        ['Name', given(request.fullName)],
        ['Email', given(request.email)],
        ['Phone', given(request.phone)],
        ['Company', given(request.company)],
        ['Preferred time', preferredTime(request)],
        ['In UTC', spokenTime(request.preferredAt, { timeZone: 'UTC', offsetMinutes: 0 })],
        ['Quarantined', request.quarantined ? 'yes' : 'no'],
        ['Id', request.id],
      ),
      ...(request.additionalInfo
        ? [paragraph('Additional information, in the visitor’s own words:'), quote(request.additionalInfo)]
        : [facts(['Additional information', 'not given'])]),
    ],
  }
  const visitor = readMailbox(request.email)
  return {
    ...fillTemplate(staffNotice, content, sender),
    messageId: `<demo-${request.id}-staff@sherpa.example>`,
    from: addressesFor(staffNotice, sender).from,
    to: sender.mailboxes.staff,
    // The notice has to arrive even if the visitor's address is no use.
    ...(visitor && { replyTo: visitor.address }),
  }
}

function preferredTime(request: Place & { preferredAt: Date }) {
  return `${spokenTime(request.preferredAt, request)} (${zoneLabel(request.preferredAt, request)})`
}

/** `Nov 16`, by the visitor's clock. */
function shortDay(request: Place & { preferredAt: Date }) {
  const day = new Date(`${wallClock(request.preferredAt, request)}Z`)
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(day)
}

function shortened(text: string, length: number) {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
