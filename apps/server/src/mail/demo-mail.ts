import { demoCalendar } from './demo-calendar.ts'
import { facts, greetableName, letter, paragraph, quote } from './letter.ts'
import { oneLine, readMailbox } from './mailbox.ts'
import type { OutgoingMessage } from './message.ts'
import { type Place, spokenTime, zoneLabel } from './zoned-time.ts'

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

export type DemoMail = { kind: 'confirmation' | 'staff-notice'; request: DemoMailRequest }

/** Each one mailbox: `Sherpa <demo@sherpa.example>` or an address alone. */
export type Mailboxes = { from: string; staff: string }

/** To the visitor: we have the request and will confirm it. */
export function composeConfirmation(
  request: DemoMailRequest,
  mailboxes: Mailboxes,
  composedAt = new Date(),
): OutgoingMessage {
  const subject = `We received your demo request ${request.reference}`
  const name = greetableName(request.fullName)
  const parts = [
    paragraph(name ? `Hello ${name},` : 'Hello,'),
    paragraph(
      'Thank you for asking for a demo of Sherpa. This is a request and not yet a booking: we will confirm the time ' +
        'or suggest another one. We answer within 4 hours on weekdays and within 24 hours at weekends.',
    ),
    facts(['Reference', request.reference], ['Preferred time', preferredTime(request)], ['Length', '30 minutes']),
    paragraph(
      'The calendar entry that comes with this message is tentative until we confirm it. ' +
        'To change anything, reply to this message.',
    ),
    paragraph('If you did not ask for a demo, you can ignore this message.'),
  ]
  const content = demoCalendar({
    id: request.id,
    reference: request.reference,
    startsAt: request.preferredAt,
    place: request,
    organizer: readMailbox(mailboxes.from) ?? { name: '', address: mailboxes.from },
    attendee: { name: name ?? '', address: request.email },
    stamp: composedAt,
  })
  return {
    ...letter(subject, parts),
    messageId: `<demo-${request.id}-confirmation@sherpa.example>`,
    from: mailboxes.from,
    to: oneLine(request.email),
    replyTo: mailboxes.staff,
    ics: { method: 'REQUEST', content },
  }
}

/** To the staff: everything there is to know, answered straight to the visitor. */
export function composeStaffNotice(request: DemoMailRequest, mailboxes: Mailboxes): OutgoingMessage {
  const given = (value: string | null) => oneLine(value ?? '') || 'not given'
  const name = shortened(oneLine(request.fullName), 60)
  const subject = `${request.quarantined ? '[Quarantined] ' : ''}Demo request ${request.reference} from ${name}`
  const warning = 'This request looks suspicious and is quarantined. Please look at it closely before you answer.'
  const parts = [
    paragraph(request.quarantined ? warning : 'A visitor asks for a demo and waits for our confirmation.'),
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
  ]
  const visitor = readMailbox(request.email)
  return {
    ...letter(subject, parts),
    messageId: `<demo-${request.id}-staff@sherpa.example>`,
    from: mailboxes.from,
    to: mailboxes.staff,
    // The notice has to arrive even if the visitor's address is no use.
    ...(visitor && { replyTo: visitor.address }),
  }
}

function preferredTime(request: Place & { preferredAt: Date }) {
  return `${spokenTime(request.preferredAt, request)} (${zoneLabel(request.preferredAt, request)})`
}

function shortened(text: string, length: number) {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
