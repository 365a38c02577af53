import * as z from 'zod/mini'
import { hours } from './availability.ts'
import { amountMinor, currency } from './currency.ts'
import { day, daysBetween } from './days.ts'
import { keyDateKind, keyDateStates, moved, ofDeal } from './deal-work.ts'
import { severalOf } from './list.ts'

export const calendarKinds = { 'key-date': 'Key date', deliverable: 'Deliverable', payment: 'Payment' } as const
export type CalendarKind = keyof typeof calendarKinds
const kind = z.enum(Object.keys(calendarKinds) as CalendarKind[])

/** A leap year. */
const MOST_CALENDAR_DAYS = 366
/** Per kind. */
export const MOST_CALENDAR_ITEMS = 300

const span = `Choose at most ${MOST_CALENDAR_DAYS} days`
export const calendarQuery = z
  .strictObject({
    from: day,
    /** The last day. */
    until: day,
    kind: z.optional(severalOf(kind)),
    /** Only the caller's athletes. */
    athletes: z.optional(z.literal('mine')),
    /** Only of deals that the caller leads. */
    lead: z.optional(z.literal('me')),
    /** Only open items, and payments due from today. */
    open: z.optional(z.literal('yes')),
  })
  .check(z.refine(({ from, until }) => daysBetween(from, until) < MOST_CALENDAR_DAYS, { error: span, path: ['until'] }))
export type CalendarQuery = z.infer<typeof calendarQuery>

export const calendarItem = z.object({
  /** Unique per kind. */
  id: z.uuid(),
  kind,
  ...ofDeal,
  title: z.string(),
  day: z.string(),
  /** How the day is computed. */
  why: z.string(),
  /** Payments are never late or done here. */
  state: z.enum(Object.keys(keyDateStates) as (keyof typeof keyDateStates)[]),
  keyDate: z.nullable(z.object({ kind: keyDateKind, expected: z.boolean(), moved })),
  /** Of a deliverable. */
  away: z.nullable(hours),
  /** A deliverable whose proof waits for a decision. */
  isProven: z.boolean(),
  payment: z.nullable(
    z.object({
      currency,
      amountMinor,
      inKind: z.boolean(),
      condition: z.nullable(z.string()),
      /** Paid by the organization. */
      outgoing: z.boolean(),
    }),
  ),
})
export type CalendarItem = z.infer<typeof calendarItem>

/** By day. `more`: the limit per kind was reached. */
export const calendar = z.object({ items: z.array(calendarItem), more: z.boolean() })
export type Calendar = z.infer<typeof calendar>
