import * as z from 'zod/mini'
import { instant } from './instant.ts'
import { listQuery, severalOf } from './list.ts'
import { requiredText, text, webAddress } from './text.ts'

/** Labels of request states. */
export const demoStates = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  /** The visitor proposed another time. */
  rescheduled: 'New time proposed',
  held: 'Held',
  'no-show': 'No-show',
  canceled: 'Canceled',
  quarantined: 'Spam check',
  rejected: 'Rejected',
} as const
export type DemoState = keyof typeof demoStates
const demoState = z.enum(Object.keys(demoStates) as DemoState[])

/** The state machine. A confirmed demo that staff reschedules stays confirmed. */
export const nextStates = {
  quarantined: ['requested', 'rejected'],
  requested: ['confirmed', 'rescheduled', 'canceled'],
  rescheduled: ['confirmed', 'rescheduled', 'canceled'],
  confirmed: ['confirmed', 'rescheduled', 'held', 'no-show', 'canceled'],
  held: [],
  'no-show': [],
  canceled: [],
  rejected: [],
} as const satisfies Record<DemoState, readonly DemoState[]>

export function mayBecome(from: DemoState, to: DemoState) {
  return (nextStates[from] as readonly DemoState[]).includes(to)
}

/** The visitor is waiting for our answer. */
export const waitingStates = ['requested', 'rescheduled'] as const satisfies readonly DemoState[]
/** States with an assignable request. A confirmed demo changes its host by rescheduling. */
export const assignableStates = [...waitingStates, 'quarantined'] as const satisfies readonly DemoState[]
const isWaiting = (state: DemoState) => (waitingStates as readonly DemoState[]).includes(state)

/** Labels of the response deadline. */
export const promiseStates = {
  overdue: 'Overdue',
  today: 'Due today',
  kept: 'Answered on time',
  missed: 'Answered late',
} as const
export type PromiseState = keyof typeof promiseStates

/** Time presets in the company's time zone. Weeks start on Monday. */
export const demoTimes = {
  today: 'Today',
  'this-week': 'This week',
  'next-week': 'Next week',
  past: 'Past',
} as const
export type DemoTime = keyof typeof demoTimes

/** `waiting`: within the deadline. Null: closed without an answer. */
export function promiseOf(
  { state, dueAt, answeredAt }: Pick<DeskRow, 'state' | 'dueAt' | 'answeredAt'>,
  now: Date,
): 'waiting' | 'overdue' | 'kept' | 'missed' | null {
  if (answeredAt) return new Date(answeredAt) <= new Date(dueAt) ? 'kept' : 'missed'
  if (!isWaiting(state)) return null
  return new Date(dueAt) < now ? 'overdue' : 'waiting'
}

export const demoMinutes = { least: 10, usual: 30, most: 240 } as const

const id = z.uuid().check(z.toLowerCase())
const colleague = z.object({ id: z.uuid(), name: z.string() })

export const deskRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Empty after erasure. */
  name: z.string(),
  email: z.string(),
  company: z.nullable(z.string()),
  state: demoState,
  /** For optimistic locking. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** Start of the response time: the request or the latest proposal. */
  askedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  answeredAt: z.nullable(z.iso.datetime()),
  assignee: z.nullable(colleague),
  /** The agreed or requested time. */
  demoAt: z.iso.datetime(),
  /** The visitor's time zone; if unknown, the offset counts. */
  timeZone: z.nullable(z.string()),
  offsetMinutes: z.int(),
  lengthMinutes: z.int(),
  erasedAt: z.nullable(z.iso.datetime()),
})
export type DeskRow = z.infer<typeof deskRow>

const deskFilters = {
  state: z.optional(severalOf(demoState)),
  /** Colleague ids, or `none` for unassigned requests. */
  assignee: z.optional(severalOf(z.union([z.literal('none'), id]))),
  promise: z.optional(severalOf(z.enum(Object.keys(promiseStates) as PromiseState[]))),
  time: z.optional(z.enum(Object.keys(demoTimes) as DemoTime[])),
  /** Range of the demo's time. */
  from: z.optional(instant()),
  until: z.optional(instant()),
}

/** Searches name, email, company and reference. `time` is the time of the demo. */
export const deskQuery = listQuery(['due', 'created', 'time'], deskFilters)
export type DeskQuery = z.infer<typeof deskQuery>

/** Exports all pages of the list. */
export const deskExportQuery = z.omit(deskQuery, { after: true, ids: true, limit: true })
export type DeskExportQuery = z.infer<typeof deskExportQuery>

const happenings = [
  'created',
  'confirmed',
  'moved',
  'proposed',
  'canceled',
  'held',
  'no-show',
  'released',
  'rejected',
  'assigned',
  'erased',
] as const
export type DeskHappening = (typeof happenings)[number]

const happened = z.object({
  at: z.iso.datetime(),
  event: z.enum(happenings),
  by: z.enum(['staff', 'visitor', 'system']),
  /** Null for former colleagues, visitors and the system. */
  colleague: z.nullable(colleague),
  from: z.nullable(demoState),
  to: demoState,
  /** The new time, if the event sets one. */
  demoAt: z.nullable(z.iso.datetime()),
  assignee: z.nullable(colleague),
})
export type DeskEvent = z.infer<typeof happened>

export const demoMailStates = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Not delivered',
  /** Out of date when it was due. */
  skipped: 'No longer needed',
} as const

const deskMail = z.object({
  id: z.string(),
  /** The label of its kind. */
  title: z.string(),
  toVisitor: z.boolean(),
  state: z.enum(Object.keys(demoMailStates) as (keyof typeof demoMailStates)[]),
  queuedAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  attempts: z.int(),
  /** The last error. */
  reason: z.nullable(z.string()),
  /** False once its content is out of date. */
  mayResend: z.boolean(),
})

const deskNote = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  author: z.nullable(colleague),
  text: z.string(),
})

export const deskRequest = z.extend(deskRow, {
  phone: z.nullable(z.string()),
  additionalInfo: z.nullable(z.string()),
  /** Result of the spam check. */
  quarantineReason: z.nullable(z.string()),
  /** The requested time; `demoAt` may differ. */
  preferredAt: z.iso.datetime(),
  meetingLink: z.nullable(z.string()),
  /** Allowed next states. */
  next: z.array(demoState),
  /** Newest first. */
  history: z.array(happened),
  mails: z.array(deskMail),
  notes: z.array(deskNote),
  /** Other requests with the same email or company, newest first. */
  earlier: z.array(deskRow),
  companyTimeZone: z.string(),
  /** Scheduled erasure of the visitor’s data. */
  erasedOn: z.iso.datetime(),
})
export type DeskRequest = z.infer<typeof deskRequest>

/** The seen version. A conflict is refused with the current request. */
const seen = { version: z.int() }
const message = z.optional(text(2000))
const startsAt = instant('Choose a date and time')
const lengthMessage = `Enter a length of ${demoMinutes.least} to ${demoMinutes.most} minutes`
const lengthMinutes = z
  .int(lengthMessage)
  .check(z.minimum(demoMinutes.least, lengthMessage), z.maximum(demoMinutes.most, lengthMessage))
const meetingLink = webAddress(500).check(z.regex(/^https:/, 'Enter an address that starts with https://'))

export const seenVersion = z.strictObject(seen)
export const demoConfirmation = z.strictObject({
  ...seen,
  /** A colleague, or the next free one in the rotation. */
  assignee: z.union([z.literal('in-turn'), id], 'Choose a colleague'),
  /** Default: the requested time. */
  startsAt: z.optional(startsAt),
  lengthMinutes,
  meetingLink,
  /** Included in the confirmation. */
  message,
})
export type DemoConfirmation = z.infer<typeof demoConfirmation>
/** Omitted fields stay unchanged. */
export const demoMove = z.strictObject({
  ...seen,
  startsAt,
  assignee: z.optional(id),
  lengthMinutes: z.optional(lengthMinutes),
  meetingLink: z.optional(meetingLink),
  message,
})
export type DemoMove = z.infer<typeof demoMove>
export const demoCancellation = z.strictObject({ ...seen, message })
export const demoAssignment = z.strictObject({ ...seen, assignee: z.nullable(id) })
export const newDeskNote = z.strictObject({ text: requiredText(5000, 'Write a note') })
export const mailToResend = z.strictObject({ mail: id })

export const onDuty = z.strictObject({ onDuty: z.boolean() })
export const deskColleagues = z.object({
  colleagues: z.array(z.extend(colleague, { email: z.string(), onDuty: z.boolean(), open: z.int() })),
})

export const DESK_STATISTICS_DAYS = 30
export const deskFigures = z.object({
  /** Of all requests. */
  states: z.array(z.object({ state: demoState, count: z.int() })),
  overdue: z.int(),
  /** The last 30 days in the company’s time zone, oldest first, including empty ones. */
  days: z.array(z.object({ day: z.iso.date(), requests: z.int() })),
  /** Share of answers within the deadline; null without answers. */
  keptPercent: z.nullable(z.number()),
  medianMinutesToAnswer: z.nullable(z.int()),
  /** Outcomes of these days. */
  outcomes: z.object({ held: z.int(), noShow: z.int(), canceled: z.int() }),
  companyTimeZone: z.string(),
})
export type DeskFigures = z.infer<typeof deskFigures>

/** Path of the visitor’s link on the site. */
export const visitorPath = (token: string) => `/demo-request/${token}`

/** A request as its visitor sees it. */
export const visitorRequest = z.object({
  reference: z.string(),
  name: z.string(),
  state: demoState,
  demoAt: z.iso.datetime(),
  timeZone: z.nullable(z.string()),
  offsetMinutes: z.int(),
  lengthMinutes: z.int(),
  meetingLink: z.nullable(z.string()),
  host: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Response deadline, while the visitor is waiting. */
  answerBy: z.nullable(z.iso.datetime()),
  mayPropose: z.boolean(),
  mayCancel: z.boolean(),
})
export type VisitorRequest = z.infer<typeof visitorRequest>

export const proposal = z.strictObject({ startsAt })

/** Erasure needs explicit confirmation. */
export const visitorErasure = z.strictObject({
  sure: z.literal(true, 'Tick the box to confirm that everything is to be erased'),
})

/** Data about a visitor, from all requests with their email address. Notes of staff are internal. */
export const visitorExport = z.object({
  exportedAt: z.iso.datetime(),
  requests: z.array(
    z.object({
      reference: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      company: z.nullable(z.string()),
      additionalInfo: z.nullable(z.string()),
      state: demoState,
      createdAt: z.iso.datetime(),
      preferredAt: z.iso.datetime(),
      demoAt: z.iso.datetime(),
      timeZone: z.nullable(z.string()),
      offsetMinutes: z.int(),
      lengthMinutes: z.int(),
      meetingLink: z.nullable(z.string()),
      history: z.array(z.object({ at: z.iso.datetime(), event: z.enum(happenings), to: demoState })),
      mails: z.array(z.object({ title: z.string(), queuedAt: z.iso.datetime(), sentAt: z.nullable(z.iso.datetime()) })),
    }),
  ),
})
export type VisitorExport = z.infer<typeof visitorExport>
