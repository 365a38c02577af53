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
  calendarInviteOf,
  composeProgress,
  confirmation,
  createRequestMail,
  type DemoMailDescription,
  type DemoMailParts,
  type DemoMailRequest,
  linkForStaff,
  linkToRequest,
  messageIdOf,
  staffNotice,
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
  validIn: ['confirmed'],
  ...toVisitor,
} as const
const moved = {
  name: 'demo-moved',
  title: 'Demo rescheduled',
  validIn: ['confirmed'],
  ...toVisitor,
} as const
const proposed = {
  name: 'demo-proposed',
  title: 'Proposed time received',
  validIn: ['rescheduled'],
  ...toVisitor,
} as const
const canceled = {
  name: 'demo-canceled',
  title: 'Demo canceled',
  validIn: ['canceled'],
  ...toVisitor,
} as const
const dayReminder = {
  name: 'demo-day-reminder',
  title: 'Reminder, 1 day before',
  validIn: ['confirmed'],
  ...toVisitor,
} as const
const hourReminder = {
  name: 'demo-hour-reminder',
  title: 'Reminder, 1 hour before',
  validIn: ['confirmed'],
  ...toVisitor,
} as const
const dueSoon = {
  name: 'demo-due-soon',
  title: 'Internal reminder: answer due soon',
  validIn: waitingStates,
  ...toColleague,
} as const
const changedByVisitor = {
  name: 'demo-changed-by-visitor',
  title: 'Internal notification: changed by the visitor',
  validIn: ['rescheduled', 'canceled'],
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

export function describeMail(kind: string) {
  const description = byName.get(kind)
  return { title: description?.title ?? kind, toVisitor: description?.toStaff !== true }
}

/** Whether the mail is still valid for a request in this state. */
export function isValidIn(kind: string, state: DemoState) {
  return byName.get(kind)?.validIn.includes(state) ?? false
}

type Details = {
  /** Personal message of a colleague. */
  message?: string | undefined
  /** Calendar version of the mail. A newer version has its own mail. */
  sequence?: number
  /** Demo time of the reminder. */
  startsAt?: string
  /** Resent by a colleague. */
  again?: true
}

/** Part of the causing transaction. */
export async function queueDeskMail(client: Queryable, kind: string, request: string, details: Details | null = null) {
  await queueRequestMail(client, kind, request, details)
}

/** Composed from current data, with the original message. */
export function queueDeskMailAgain(client: Queryable, kind: string, request: string, details: unknown) {
  const { message } = (details ?? {}) as Details
  return queueDeskMail(client, kind, request, { message, again: true })
}

const readDetails = (mail: QueuedMail) => (mail.details ?? {}) as Details
const formatMinutes = (minutes: number) => `${minutes} minutes`
const formatVisitorTime = (request: DemoMailRequest) =>
  `${spokenTime(request.demoAt, request)} (${zoneLabel(request.demoAt, request)})`

/** All kinds except the two that the form queues. */
export function deskMailKinds(parts: DemoMailParts): MailKind[] {
  const { companyTimeZone } = parts
  const company = { timeZone: companyTimeZone, offsetMinutes: 0 }
  const formatCompanyTime = (moment: Date) => `${spokenTime(moment, company)} (${zoneLabel(moment, company)})`

  const createTimeMail = (description: DemoMailDescription, heading: string, first: string) =>
    createRequestMail(parts, description, (request, sender, mail) => {
      const { sequence = request.calendarSequence } = readDetails(mail)
      if (sequence !== request.calendarSequence) return undefined
      return composeVisitorMail(description, request, sender, mail, { heading, first, withCalendar: true })
    })

  const createReminder = (description: DemoMailDescription) =>
    createRequestMail(parts, description, (request, sender, mail) => {
      const { startsAt = request.demoAt.toISOString() } = readDetails(mail)
      // Checked when sending: the demo may have been moved or started since.
      if (request.demoAt <= new Date() || request.demoAt.toISOString() !== startsAt) return undefined
      return composeVisitorMail(description, request, sender, mail, {
        heading: `Reminder: Sherpa demo on ${spokenTime(request.demoAt, request)}`,
        first: 'This is a reminder of your demo of Sherpa.',
      })
    })

  return [
    createTimeMail(
      confirmed,
      'Your Sherpa demo is confirmed',
      'Your demo of Sherpa is confirmed. We look forward to it.',
    ),
    createTimeMail(moved, 'Your Sherpa demo has a new time', 'Your demo of Sherpa has been rescheduled.'),
    createRequestMail(parts, proposed, (request, sender, mail) =>
      composeVisitorMail(proposed, request, sender, mail, {
        heading: 'We received the time you proposed',
        first:
          'Thank you for proposing another time. We will contact you to confirm it or to suggest another one: ' +
          'within 4 hours on weekdays and within 24 hours on weekends.',
        withCalendar: true,
      }),
    ),
    createRequestMail(parts, canceled, (request, sender, mail) =>
      composeVisitorMail(canceled, request, sender, mail, {
        heading: 'Your Sherpa demo is canceled',
        first: 'Your demo of Sherpa is canceled. You can schedule another one on our website at any time.',
        withCalendar: true,
      }),
    ),
    createReminder(dayReminder),
    createReminder(hourReminder),
    createRequestMail(parts, dueSoon, (request, sender, mail) =>
      !request.answered
        ? composeColleagueMail(dueSoon, request, sender, mail, {
            subject: `Please answer demo request ${request.reference} by ${spokenTime(request.dueAt, company)}`,
            first: 'The visitor is still waiting for an answer. Please answer by the deadline.',
            facts: [['Answer by', formatCompanyTime(request.dueAt)]],
          })
        : undefined,
    ),
    createRequestMail(parts, changedByVisitor, (request, sender, mail) => {
      const isCanceled = request.state === 'canceled'
      return composeColleagueMail(changedByVisitor, request, sender, mail, {
        subject: `Demo request ${request.reference}: ${isCanceled ? 'canceled by the visitor' : 'the visitor proposes another time'}`,
        first: isCanceled
          ? 'The visitor has canceled this demo.'
          : 'The visitor has proposed another time and is waiting for us to confirm it.',
        facts: [
          [isCanceled ? 'Canceled time' : 'Proposed time', formatCompanyTime(request.demoAt)],
          ...(isCanceled ? [] : ([['Answer by', formatCompanyTime(request.dueAt)]] as [string, string][])),
        ],
      })
    }),
  ]
}

function composeVisitorMail(
  description: DemoMailDescription,
  request: DemoMailRequest,
  sender: ComposeParts,
  mail: QueuedMail,
  { heading, first, withCalendar }: { heading: string; first: string; withCalendar?: true },
): OutgoingMail {
  const { message } = readDetails(mail)
  const isConfirmed = request.state === 'confirmed'
  const parts: Part[] = [
    greeting(request.fullName),
    paragraph(first),
    ...(message ? [quote(message)] : []),
    ...(isConfirmed ? [composeProgress(request)] : []),
    facts(
      ['Reference', request.reference],
      ['Time', formatVisitorTime(request)],
      ['Length', formatMinutes(request.lengthMinutes)],
      ...(isConfirmed && request.assignee ? [['With', request.assignee.name] as [string, string]] : []),
    ),
    ...(isConfirmed && request.meetingLink ? [link('Join the demo', request.meetingLink)] : []),
    linkToRequest(request, sender),
  ]
  const { from, replyTo } = addressesFor(description, sender)
  return {
    ...fillTemplate(description, { subject: `${heading} (${request.reference})`, heading, parts }, sender),
    messageId: messageIdOf(mail),
    from,
    to: oneLine(request.email),
    replyTo,
    ...(withCalendar && { ics: calendarInviteOf(request, from, new Date()) }),
  }
}

function composeColleagueMail(
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
      ['Visitor’s time', formatVisitorTime(request)],
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
