import * as z from 'zod/mini'
import { amountMinor, currency } from './currency.ts'
import { day, daysBetween } from './days.ts'
import { keyDateKind, keyDateStates, moved, ofDeal } from './deal-work.ts'
import { severalOf } from './list.ts'

/** What has a day under a signed deal. */
export const calendarKinds = { 'key-date': 'Key date', deliverable: 'Deliverable', payment: 'Payment' } as const
export type CalendarKind = keyof typeof calendarKinds
const kind = z.enum(Object.keys(calendarKinds) as CalendarKind[])

/** A leap year. */
const MOST_CALENDAR_DAYS = 366
/** Of each kind. */
export const MOST_CALENDAR_ITEMS = 300

const span = `Ask for at most ${MOST_CALENDAR_DAYS} days`
export const calendarQuery = z
  .strictObject({
    from: day,
    /** The last day. */
    until: day,
    kind: z.optional(severalOf(kind)),
    /** Only of athletes whom the caller looks after. */
    athletes: z.optional(z.literal('mine')),
    /** Only what is still to be done, and payments that are not due before today. */
    open: z.optional(z.literal('yes')),
  })
  .check(z.refine(({ from, until }) => daysBetween(from, until) < MOST_CALENDAR_DAYS, { error: span, path: ['until'] }))
export type CalendarQuery = z.infer<typeof calendarQuery>

export const calendarItem = z.object({
  /** Its own among those of its kind. */
  id: z.uuid(),
  kind,
  ...ofDeal,
  title: z.string(),
  day: z.string(),
  /** How the day is computed, in words. */
  why: z.string(),
  /** Nothing is known yet of payments that have arrived: they are never late or done. */
  state: z.enum(Object.keys(keyDateStates) as (keyof typeof keyDateStates)[]),
  /** Of a key date: what it is about, whether its day may still change, and the day before it moved. */
  keyDate: z.nullable(z.object({ kind: keyDateKind, expected: z.boolean(), moved })),
  /** Of a payment. */
  payment: z.nullable(z.object({ currency, amountMinor, inKind: z.boolean(), condition: z.nullable(z.string()) })),
})
export type CalendarItem = z.infer<typeof calendarItem>

/** By day. More: there are too many of a kind, and the last ones are left out. */
export const calendar = z.object({ items: z.array(calendarItem), more: z.boolean() })
export type Calendar = z.infer<typeof calendar>
