import { type DemoState, waitingStates } from '@sherpa/contracts/desk'
import type { ComposeParts, MailKind, QueuedMail } from '../../mail/mail-kind.ts'
import { queueRequestMail } from '../../mail/mail-queue.ts'
import { facts, fillTemplate, greeting, link, type Part, paragraph, quote } from '../../mail/mail-template.ts'
import { oneLine } from '../../mail/mailbox.ts'
import type { OutgoingMail } from '../../mail/outgoing-mail.ts'
import { addressesFor } from '../../mail/sender.ts'
import { spokenTime, zoneLabel } from '../../mail/zoned-time.ts'
import type { Queryable } from '../../persistence/database.ts'
import {
  calendarOf,
  confirmation,
  type DemoMailDescription,
  type DemoMailParts,
  type DemoMailRequest,
  linkForStaff,
  linkToRequest,
  mailAboutRequest,
  messageIdOf,
  staffNotice,
  wayToDemo,
} from './demo-mail.ts'

const toVisitor = {
  purpose: 'demo',
  why: 'You received this email because this address was entered in the demo form on our website. You were not added to any mailing list.',
} as const
const toColleague = {
  purpose: 'demo',
  why: 'You received this email because you work at Sherpa’s demo desk.',
  toStaff: true,
} as const

const confirmed = {
  name: 'demo-confirmed',
  title: 'Demo confirmed',
  trueWhile: ['confirmed'],
  ...toVisitor,
} as const
const moved = {
  name: 'demo-moved',
  title: 'Demo rescheduled',
  trueWhile: ['confirmed'],
  ...toVisitor,
} as const
const proposed = {
  name: 'demo-proposed',
  title: 'Proposed time received',
  trueWhile: ['rescheduled'],
  ...toVisitor,
} as const
const canceled = {
  name: 'demo-canceled',
  title: 'Demo canceled',
  trueWhile: ['canceled'],
  ...toVisitor,
} as const
const dayReminder = {
  name: 'demo-day-reminder',
  title: 'Reminder, 1 day before',
  trueWhile: ['confirmed'],
  ...toVisitor,
} as const
const hourReminder = {
  name: 'demo-hour-reminder',
  title: 'Reminder, 1 hour before',
  trueWhile: ['confirmed'],
  ...toVisitor,
} as const
const dueSoon = {
  name: 'demo-due-soon',
  title: 'Internal reminder: answer due soon',
  trueWhile: waitingStates,
  ...toColleague,
} as const
const changedByVisitor = {
  name: 'demo-changed-by-visitor',
  title: 'Internal notification: changed by the visitor',
  trueWhile: ['rescheduled', 'canceled'],
  ...toColleague,
} as const

const all = [
  confirmation,
  staffNotice,
  confirmed,
  moved,
  proposed,
  canceled,
  dayReminder,
  hourReminder,
  dueSoon,
  changedByVisitor,
]
const byName = new Map<string, DemoMailDescription>(all.map((one) => [one.name, one]))

/** What the desk calls a mail in the queue. */
export function describeMail(kind: string) {
  const description = byName.get(kind)
  return { title: description?.title ?? kind, toVisitor: description?.toStaff !== true }
}

/** Whether a mail says what is true of a request in this state. */
export function isTrueWhile(kind: string, state: DemoState) {
  return byName.get(kind)?.trueWhile.includes(state) ?? false
}

type Details = {
  /** Words of a colleague for the visitor. */
  message?: string | undefined
  /** The version of the calendar entry that it is about: once there is a newer one, there is a newer mail too. */
  sequence?: number
  /** The time of the demo that it reminds of. */
  startsAt?: string
  /** A copy that a colleague asked for. */
  again?: true
}

/** Puts a mail about a request into the queue, as part of the transaction of its cause. */
export async function queueDeskMail(client: Queryable, kind: string, request: string, details: Details | null = null) {
  await queueRequestMail(client, kind, request, details)
}

/** The same mail once more, as it would be written today, with the words of the colleague who wrote it. */
export function queueDeskMailAgain(client: Queryable, kind: string, request: string, details: unknown) {
  const { message } = (details ?? {}) as Details
  return queueDeskMail(client, kind, request, { message, again: true })
}

const detailsOf = (mail: QueuedMail) => (mail.details ?? {}) as Details
const inMinutes = (minutes: number) => `${minutes} minutes`
const visitorsTime = (request: DemoMailRequest) =>
  `${spokenTime(request.demoAt, request)} (${zoneLabel(request.demoAt, request)})`

/** All but the two that the form itself leads to. */
export function deskMailKinds(parts: DemoMailParts): MailKind[] {
  const { companyTimeZone } = parts
  const company = { timeZone: companyTimeZone, offsetMinutes: 0 }
  const companyTime = (moment: Date) => `${spokenTime(moment, company)} (${zoneLabel(moment, company)})`

  const agreedTime = (description: DemoMailDescription, heading: string, first: string) =>
    mailAboutRequest(parts, description, (request, sender, mail) => {
      const { sequence = request.calendarSequence } = detailsOf(mail)
      if (sequence !== request.calendarSequence) return undefined
      return visitorMail(description, request, sender, mail, { heading, first, withCalendar: true })
    })

  const reminder = (description: DemoMailDescription) =>
    mailAboutRequest(parts, description, (request, sender, mail) => {
      const { startsAt = request.demoAt.toISOString() } = detailsOf(mail)
      // Checked now, not when it was queued: meanwhile the demo may have been moved or begun.
      if (request.demoAt <= new Date() || request.demoAt.toISOString() !== startsAt) return undefined
      return visitorMail(description, request, sender, mail, {
        heading: `Reminder: Sherpa demo on ${spokenTime(request.demoAt, request)}`,
        first: 'This is a reminder of your demo of Sherpa.',
      })
    })

  return [
    agreedTime(confirmed, 'Your Sherpa demo is confirmed', 'Your demo of Sherpa is confirmed. We look forward to it.'),
    agreedTime(moved, 'Your Sherpa demo has a new time', 'Your demo of Sherpa has been rescheduled.'),
    mailAboutRequest(parts, proposed, (request, sender, mail) =>
      visitorMail(proposed, request, sender, mail, {
        heading: 'We received the time you proposed',
        first:
          'Thank you for proposing another time. We will contact you to confirm it or to suggest another one: ' +
          'within 4 hours on weekdays and within 24 hours on weekends.',
        withCalendar: true,
      }),
    ),
    mailAboutRequest(parts, canceled, (request, sender, mail) =>
      visitorMail(canceled, request, sender, mail, {
        heading: 'Your Sherpa demo is canceled',
        first: 'Your demo of Sherpa is canceled. You can schedule another one on our website at any time.',
        withCalendar: true,
      }),
    ),
    reminder(dayReminder),
    reminder(hourReminder),
    mailAboutRequest(parts, dueSoon, (request, sender, mail) =>
      !request.answered
        ? colleagueMail(dueSoon, request, sender, mail, {
            subject: `Please answer demo request ${request.reference} by ${spokenTime(request.dueAt, company)}`,
            first: 'The visitor is still waiting for an answer. Please answer by the deadline.',
            facts: [['Answer by', companyTime(request.dueAt)]],
          })
        : undefined,
    ),
    mailAboutRequest(parts, changedByVisitor, (request, sender, mail) => {
      const gone = request.state === 'canceled'
      return colleagueMail(changedByVisitor, request, sender, mail, {
        subject: `Demo request ${request.reference}: ${gone ? 'canceled by the visitor' : 'the visitor proposes another time'}`,
        first: gone
          ? 'The visitor has canceled this demo.'
          : 'The visitor has proposed another time and is waiting for us to confirm it.',
        facts: [
          [gone ? 'Canceled time' : 'Proposed time', companyTime(request.demoAt)],
          ...(gone ? [] : ([['Answer by', companyTime(request.dueAt)]] as [string, string][])),
        ],
      })
    }),
  ]
}

function visitorMail(
  description: DemoMailDescription,
  request: DemoMailRequest,
  sender: ComposeParts,
  mail: QueuedMail,
  { heading, first, withCalendar }: { heading: string; first: string; withCalendar?: true },
): OutgoingMail {
  const { message } = detailsOf(mail)
  const agreed = request.state === 'confirmed'
  const parts: Part[] = [
    greeting(request.fullName),
    paragraph(first),
    ...(message ? [quote(message)] : []),
    ...(agreed ? [wayToDemo(request)] : []),
    facts(
      ['Reference', request.reference],
      ['Time', visitorsTime(request)],
      ['Length', inMinutes(request.lengthMinutes)],
      ...(agreed && request.assignee ? [['With', request.assignee.name] as [string, string]] : []),
    ),
    ...(agreed && request.meetingLink ? [link('Join the demo', request.meetingLink)] : []),
    linkToRequest(request, sender),
  ]
  const { from, replyTo } = addressesFor(description, sender)
  return {
    ...fillTemplate(description, { subject: `${heading} (${request.reference})`, heading, parts }, sender),
    messageId: messageIdOf(mail),
    from,
    to: oneLine(request.email),
    replyTo,
    ...(withCalendar && { ics: calendarOf(request, from, new Date()) }),
  }
}

function colleagueMail(
  description: DemoMailDescription,
  request: DemoMailRequest,
  sender: ComposeParts,
  mail: QueuedMail,
  content: { subject: string; first: string; facts: [string, string][] },
): OutgoingMail {
  const parts = [
    paragraph(content.first),
    facts(
      ['Reference', request.reference],
      ['Name', request.fullName],
      ['Company', request.company || 'not given'],
      ...content.facts,
      ['Visitor’s time', visitorsTime(request)],
    ),
    linkForStaff(request, sender),
  ]
  return {
    ...fillTemplate(description, { subject: content.subject, parts }, sender),
    messageId: messageIdOf(mail),
    from: addressesFor(description, sender).from,
    to: request.assignee?.email ?? sender.mailboxes.staff,
  }
}
