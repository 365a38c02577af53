import * as z from 'zod/mini'
import { addBusinessDays } from './business-days.ts'
import { addDays, addMonths, day, dayIn, endOfDay, spokenDay, timeZone } from './days.ts'
import { type Corrections, eventDay, leagueEvent, leagues } from './league-calendar.ts'
import { boundedString, requiredLine, text } from './text.ts'

export const keyDateKinds = {
  option: 'Option',
  notice: 'Notice',
  guarantee: 'Guarantee',
  payment: 'Payment',
  deliverable: 'Deliverable',
  disclosure: 'Disclosure',
  other: 'Other',
} as const
export type KeyDateKind = keyof typeof keyDateKinds

const anchor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('day'), day }),
  z.strictObject({ kind: z.literal('signing') }),
  z.strictObject({ kind: z.literal('termStart') }),
  z.strictObject({ kind: z.literal('termEnd') }),
  z.strictObject({
    kind: z.literal('leagueEvent'),
    event: boundedString(100, 'Choose an event of a league').check(
      z.refine((id) => leagueEvent(id) !== undefined, 'Choose an event of a league'),
    ),
  }),
])
export type KeyDateAnchor = z.infer<typeof anchor>

/** How many of each unit a clause may count. */
const most = { days: 3660, businessDays: 1000, months: 120, hours: 1000 } as const
type Unit = keyof typeof most

function offsetIn<const Units extends readonly Unit[]>(units: Units) {
  return z
    .strictObject({
      /** Less than 0: before the anchor. */
      amount: z.int('Enter a whole number'),
      unit: z.enum(units, 'Choose a unit'),
    })
    .check(
      z.refine(({ amount, unit }) => Math.abs(amount) <= most[unit], {
        error: 'Enter a smaller number',
        path: ['amount'],
      }),
    )
}
const offset = offsetIn(['days', 'businessDays', 'months', 'hours'])
/** For what is due on a day. */
export const dayOffset = offsetIn(['days', 'businessDays', 'months'])
export type DayOffset = z.infer<typeof dayOffset>

const remindersMessage = 'Enter up to 5 numbers of days from 0 to 365'
const reminders = z
  .array(z.int(remindersMessage).check(z.minimum(0, remindersMessage), z.maximum(365, remindersMessage)))
  .check(
    z.maxLength(5, remindersMessage),
    z.refine((days) => new Set(days).size === days.length, 'Enter each number of days once'),
  )

/** A day on which something must be done or lapses, as the clause says it. */
export const keyDateRule = z
  .strictObject({
    /** Stays the same from one version of a deal to the next. */
    id: z.uuid(),
    kind: z.enum(Object.keys(keyDateKinds) as KeyDateKind[], 'Choose a kind'),
    title: requiredLine(120, 'Enter a title'),
    /** What happens then, or if nothing is done until then. */
    effect: text(1000),
    anchor,
    offset,
    zone: timeZone,
    /** How many days before someone is reminded. */
    reminders,
  })
  .check(
    z.refine((rule) => rule.offset.unit !== 'hours' || rule.anchor.kind === 'signing', {
      error: 'Hours can only be counted from the signing',
      path: ['offset'],
    }),
  )
export type KeyDateRule = z.infer<typeof keyDateRule>

/** What is known of a deal. */
export type KeyDateFacts = {
  signedAt: string | null
  termStart: string | null
  termEnd: string | null
  corrections: Corrections
}

/** Expected, if it depends on an event whose day is not final. A number of hours leads to an instant. */
export type KnownKeyDate = { day: string; zone: string; expected: boolean } | { instant: string }
/** In place of a date: what is not known yet, in a sentence. */
export type ComputedKeyDate = KnownKeyDate | { missing: string }

export function computeKeyDate(rule: KeyDateRule, facts: KeyDateFacts): ComputedKeyDate {
  const { amount, unit } = rule.offset
  if (unit === 'hours') {
    if (!facts.signedAt) return { missing: missing.signing }
    return { instant: new Date(Date.parse(facts.signedAt) + amount * HOUR_MS).toISOString() }
  }
  const from = anchorDay(rule, facts)
  if ('missing' in from) return from
  return { day: addOffset(from.day, { amount, unit }), zone: rule.zone, expected: from.expected }
}

const HOUR_MS = 60 * 60_000

export function addOffset(day: string, { amount, unit }: DayOffset): string {
  if (unit === 'businessDays') return addBusinessDays(day, amount)
  return unit === 'months' ? addMonths(day, amount) : addDays(day, amount)
}

/** From when on it is too late: the end of the day in its zone, or the instant. */
export function lapsesAt(date: KnownKeyDate): string {
  return 'instant' in date ? date.instant : endOfDay(date.day, date.zone)
}

const missing = {
  signing: 'The deal is not signed yet.',
  termStart: 'The start of the term is not known yet.',
  termEnd: 'The end of the term is not known yet.',
  leagueEvent: 'The league calendar does not have this event.',
}

type AnchorDay = { day: string; expected: boolean } | { missing: string }

function anchorDay({ anchor, zone }: KeyDateRule, facts: KeyDateFacts): AnchorDay {
  const known = (day: string | null, otherwise: string): AnchorDay =>
    day ? { day, expected: false } : { missing: otherwise }
  switch (anchor.kind) {
    case 'day':
      return { day: anchor.day, expected: false }
    case 'signing':
      return known(facts.signedAt && dayIn(facts.signedAt, zone), missing.signing)
    case 'termStart':
      return known(facts.termStart, missing.termStart)
    case 'termEnd':
      return known(facts.termEnd, missing.termEnd)
    case 'leagueEvent': {
      const event = eventDay(anchor.event, facts.corrections)
      return event ? { day: event.day, expected: event.status === 'expected' } : { missing: missing.leagueEvent }
    }
  }
}

/** The rule in words: "5 days after the last day of the World Series (MLB, 2026)". */
export function explainKeyDate({ anchor, offset }: Pick<KeyDateRule, 'anchor' | 'offset'>): string {
  if (offset.amount === 0) return `On ${anchor.kind === 'signing' ? 'the day of ' : ''}${anchorInWords(anchor)}`
  return offsetInWords(offset, anchorInWords(anchor))
}

/** "90 days after signing", "On signing" */
export function offsetInWords({ amount, unit }: KeyDateRule['offset'], anchor: string): string {
  if (amount === 0) return `On ${anchor}`
  const [one, many] = units[unit]
  const count = Math.abs(amount)
  return `${count} ${count === 1 ? one : many} ${amount < 0 ? 'before' : 'after'} ${anchor}`
}

const units: Record<Unit, [one: string, many: string]> = {
  days: ['day', 'days'],
  businessDays: ['business day', 'business days'],
  months: ['month', 'months'],
  hours: ['hour', 'hours'],
}

function anchorInWords(anchor: KeyDateAnchor) {
  switch (anchor.kind) {
    case 'day':
      return spokenDay(anchor.day)
    case 'signing':
      return 'the signing'
    case 'termStart':
      return 'the first day of the term'
    case 'termEnd':
      return 'the last day of the term'
    case 'leagueEvent': {
      const event = leagueEvent(anchor.event)
      if (!event) return 'an event that the league calendar does not have'
      const title = event.title.charAt(0).toLowerCase() + event.title.slice(1)
      return `the ${title} (${leagues[event.league]}, ${event.season})`
    }
  }
}

export type MovedKeyDate = { id: string; before: ComputedKeyDate; after: ComputedKeyDate }

/** The dates, by the id of their rule, that are others after a change than before. What is new or gone has not moved. */
export function movedKeyDates(
  before: ReadonlyMap<string, ComputedKeyDate>,
  after: ReadonlyMap<string, ComputedKeyDate>,
): MovedKeyDate[] {
  return [...after].flatMap(([id, date]) => {
    const earlier = before.get(id)
    return earlier && when(earlier) !== when(date) ? [{ id, before: earlier, after: date }] : []
  })
}

/** An expected day that becomes final has not moved. */
function when(date: ComputedKeyDate) {
  return 'missing' in date ? undefined : lapsesAt(date)
}
