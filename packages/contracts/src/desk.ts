import * as z from 'zod/mini'
import { instant } from './instant.ts'
import { listQuery, severalOf } from './list.ts'
import { requiredText, text } from './text.ts'

/** How far a demo request is, in the words of a filter. */
export const demoStates = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  /** The visitor has proposed another time, and waits for us. */
  rescheduled: 'New time proposed',
  held: 'Held',
  'no-show': 'No-show',
  canceled: 'Canceled',
  quarantined: 'Quarantined',
  rejected: 'Rejected',
} as const
export type DemoState = keyof typeof demoStates
const demoState = z.enum(Object.keys(demoStates) as DemoState[])

/** Every move there is; all others are refused. A confirmed demo that our staff moves to another time stays confirmed. */
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

/** The visitor waits for our answer, within the time that we promise. */
export const waitingStates = ['requested', 'rescheduled'] as const satisfies readonly DemoState[]
/** Who answers can still be chosen. A confirmed demo is given to another colleague by moving it. */
export const assignableStates = [...waitingStates, 'quarantined'] as const satisfies readonly DemoState[]
const isWaiting = (state: DemoState) => (waitingStates as readonly DemoState[]).includes(state)

/** What has become of the promise to answer in time, in the words of a filter. */
export const promiseStates = { overdue: 'Overdue', today: 'Due today', kept: 'Kept', missed: 'Missed' } as const
export type PromiseState = keyof typeof promiseStates

/** When a demo is, by the company's clock, in the words of a filter. Weeks begin on Monday. */
export const demoTimes = {
  today: 'Today',
  'this-week': 'This week',
  'next-week': 'Next week',
  past: 'In the past',
} as const
export type DemoTime = keyof typeof demoTimes

/** `waiting`: there is time left. Null: nobody waits for an answer any more, and none was given. */
export function promiseOf(
  { state, dueAt, answeredAt }: Pick<DeskRow, 'state' | 'dueAt' | 'answeredAt'>,
  now: Date,
): 'waiting' | 'overdue' | 'kept' | 'missed' | null {
  if (answeredAt) return new Date(answeredAt) <= new Date(dueAt) ? 'kept' : 'missed'
  if (!isWaiting(state)) return null
  return new Date(dueAt) < now ? 'overdue' : 'waiting'
}

export const demoLengths = { least: 10, usual: 30, most: 240 } as const

const id = z.uuid().check(z.toLowerCase())
const colleague = z.object({ id: z.uuid(), name: z.string() })

export const deskRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Empty once the visitor’s data was erased. */
  name: z.string(),
  email: z.string(),
  company: z.nullable(z.string()),
  state: demoState,
  /** Rises with every change: a change names the version that was seen. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** Since when the visitor waits, or waited, for our answer: the request, or the last time that they proposed. */
  askedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  answeredAt: z.nullable(z.iso.datetime()),
  assignee: z.nullable(colleague),
  /** When the demo is, or when the visitor would like it to be. */
  demoAt: z.iso.datetime(),
  /** Where the visitor reads the clock: in this zone, or without one so many minutes ahead of UTC. */
  timeZone: z.nullable(z.string()),
  offsetMinutes: z.int(),
  lengthMinutes: z.int(),
  erasedAt: z.nullable(z.iso.datetime()),
})
export type DeskRow = z.infer<typeof deskRow>

const deskFilters = {
  state: z.optional(severalOf(demoState)),
  /** Ids of colleagues, and `none` for those that nobody has taken. */
  assignee: z.optional(severalOf(z.union([z.literal('none'), id]))),
  promise: z.optional(severalOf(z.enum(Object.keys(promiseStates) as PromiseState[]))),
  time: z.optional(z.enum(Object.keys(demoTimes) as DemoTime[])),
  /** A span of the demo's time. */
  from: z.optional(instant()),
  until: z.optional(instant()),
}

/** Searched are name, email, company and reference. `time` is the time of the demo. */
export const deskQuery = listQuery(['due', 'created', 'time'], deskFilters)
export type DeskQuery = z.infer<typeof deskQuery>

/** The list as a file: all of its pages. */
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
  /** Who did it: a colleague, the visitor, or the system by itself. */
  by: z.enum(['staff', 'visitor', 'system']),
  /** Null for someone who is no longer with us, and for those who are none of us. */
  colleague: z.nullable(colleague),
  from: z.nullable(demoState),
  to: demoState,
  /** The new time, for an event that sets one. */
  demoAt: z.nullable(z.iso.datetime()),
  /** Whom it was assigned to. */
  assignee: z.nullable(colleague),
})
export type DeskEvent = z.infer<typeof happened>

export const demoMailStates = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Not delivered',
  /** It was out of date when its turn came. */
  skipped: 'Not needed any more',
} as const

const deskMail = z.object({
  id: z.string(),
  /** What it is, in plain words. */
  title: z.string(),
  toVisitor: z.boolean(),
  state: z.enum(Object.keys(demoMailStates) as (keyof typeof demoMailStates)[]),
  queuedAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  attempts: z.int(),
  /** Why it could not be sent the last time. */
  reason: z.nullable(z.string()),
  /** What it says is still true, so that it can be sent again. */
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
  /** Why it was quarantined. */
  quarantineReason: z.nullable(z.string()),
  /** As the visitor asked for it; `demoAt` may be another time by now. */
  preferredAt: z.iso.datetime(),
  meetingLink: z.nullable(z.string()),
  /** The states that it may move on to. */
  next: z.array(demoState),
  /** The newest first. */
  history: z.array(happened),
  mails: z.array(deskMail),
  notes: z.array(deskNote),
  /** Other requests with the same email or of the same company, the newest first. */
  earlier: z.array(deskRow),
  companyTimeZone: z.string(),
  /** When the visitor’s data is erased, if nobody does so before. */
  erasedOn: z.iso.datetime(),
})
export type DeskRequest = z.infer<typeof deskRequest>

/** What was seen: if a colleague was first, the change is refused, and the answer has the request as it is now. */
const seen = { version: z.int() }
const message = z.optional(text(2000))
const startsAt = instant('Choose a date and time')
const lengthMessage = `Enter a length of ${demoLengths.least} to ${demoLengths.most} minutes`
const lengthMinutes = z
  .int(lengthMessage)
  .check(z.minimum(demoLengths.least, lengthMessage), z.maximum(demoLengths.most, lengthMessage))
const linkMessage = 'Enter an address that begins with https://'
const meetingLink = requiredText(500, linkMessage).check(z.regex(/^https:\/\/[^\s<>"]+\.[^\s<>"]+$/, linkMessage))

export const seenVersion = z.strictObject(seen)
export const demoConfirmation = z.strictObject({
  ...seen,
  /** A colleague, or whoever’s turn it is among those who are on duty and free. */
  assignee: z.union([z.literal('in-turn'), id], 'Choose a colleague'),
  /** Left out: the time that the visitor asked for. */
  startsAt: z.optional(startsAt),
  lengthMinutes,
  meetingLink,
  /** Words for the visitor, in the mail that confirms. */
  message,
})
export type DemoConfirmation = z.infer<typeof demoConfirmation>
/** What is left out stays as it is. */
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

export const FIGURE_DAYS = 30
export const deskFigures = z.object({
  /** All there are. */
  states: z.array(z.object({ state: demoState, count: z.int() })),
  overdue: z.int(),
  /** Of the last 30 days by the company’s clock, the oldest first: each, also those without any. */
  days: z.array(z.object({ day: z.iso.date(), requests: z.int() })),
  /** Of the promises of these days that were kept or missed; null if there is none yet. */
  keptPercent: z.nullable(z.number()),
  medianMinutesToAnswer: z.nullable(z.int()),
  /** What the demos of these days came to. */
  outcomes: z.object({ held: z.int(), noShow: z.int(), canceled: z.int() }),
  companyTimeZone: z.string(),
})
export type DeskFigures = z.infer<typeof deskFigures>

/** The page that a visitor’s link leads to, on the site. */
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
  /** Who shows the demo. */
  host: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** By when we answer, while the visitor waits for that. */
  answerBy: z.nullable(z.iso.datetime()),
  mayPropose: z.boolean(),
  mayCancel: z.boolean(),
})
export type VisitorRequest = z.infer<typeof visitorRequest>

export const proposal = z.strictObject({ startsAt })

/** Nothing is erased by a link or a button alone. */
export const visitorErasure = z.strictObject({
  sure: z.literal(true, 'Tick the box to confirm that everything is to be erased'),
})

/** All that we hold about a visitor, from all requests with their email address. */
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
      notes: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
    }),
  ),
})
export type VisitorExport = z.infer<typeof visitorExport>
