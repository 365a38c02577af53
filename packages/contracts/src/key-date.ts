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
    event: boundedString(100, 'Choose a league day').check(
      z.refine((id) => leagueEvent(id) !== undefined, 'Choose a league day'),
    ),
  }),
])
export type KeyDateAnchor = z.infer<typeof anchor>

/** Maximum offsets. */
const most = { days: 3660, businessDays: 1000, months: 120, hours: 1000 } as const
type Unit = keyof typeof most

function offsetIn<const Units extends readonly Unit[]>(units: Units) {
  return z
    .strictObject({
      /** Negative: before the anchor. */
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
/** Without hours. */
export const dayOffset = offsetIn(['days', 'businessDays', 'months'])
export type DayOffset = z.infer<typeof dayOffset>

const remindersMessage = 'Enter up to 5 numbers from 0 to 365'
const reminders = z
  .array(z.int(remindersMessage).check(z.minimum(0, remindersMessage), z.maximum(365, remindersMessage)))
  .check(
    z.maxLength(5, remindersMessage),
    z.refine((days) => new Set(days).size === days.length, 'Enter each number once'),
  )

/** A deadline or expiry as stated in a clause. */
export const keyDateRule = z
  .strictObject({
    /** Stable across versions. */
    id: z.uuid(),
    kind: z.enum(Object.keys(keyDateKinds) as KeyDateKind[], 'Choose a kind'),
    title: requiredLine(120, 'Enter a title'),
    effect: text(1000),
    anchor,
    offset,
    zone: timeZone,
    /** In days before. */
    reminders,
  })
  .check(
    z.refine((rule) => rule.offset.unit !== 'hours' || rule.anchor.kind === 'signing', {
      error: 'Hours can only count from signing',
      path: ['offset'],
    }),
  )
export type KeyDateRule = z.infer<typeof keyDateRule>

export type KeyDateFacts = {
  signedAt: string | null
  termStart: string | null
  termEnd: string | null
  corrections: Corrections
}

/** Expected: depends on a league day that is not final. Offsets in hours give an instant. */
export type KnownKeyDate = { day: string; zone: string; expected: boolean } | { instant: string }
/** `missing` says what is not known yet. */
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

/** The end of the day in its time zone, or the instant. */
export function lapsesAt(date: KnownKeyDate): string {
  return 'instant' in date ? date.instant : endOfDay(date.day, date.zone)
}

const missing = {
  signing: 'The deal is not signed yet.',
  termStart: 'The term has no start date yet.',
  termEnd: 'The term has no end date yet.',
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

/** Such as "5 days after the last day of the World Series (MLB, 2026)". */
export function explainKeyDate({ anchor, offset }: Pick<KeyDateRule, 'anchor' | 'offset'>): string {
  if (offset.amount === 0) return `On ${anchorInWords(anchor)}`
  return offsetInWords(offset, anchorInWords(anchor))
}

export const FIXED_DATE = 'Fixed date in the deal'

/** For use next to the date itself, which it does not repeat. */
export function explainShownKeyDate(rule: Pick<KeyDateRule, 'anchor' | 'offset'>): string {
  return rule.anchor.kind === 'day' && rule.offset.amount === 0 ? FIXED_DATE : explainKeyDate(rule)
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
      return 'signing'
    case 'termStart':
      return 'the first day of the term'
    case 'termEnd':
      return 'the last day of the term'
    case 'leagueEvent': {
      const event = leagueEvent(anchor.event)
      if (!event) return 'an unknown league day'
      const title = event.title.charAt(0).toLowerCase() + event.title.slice(1)
      return `the ${title} (${leagues[event.league]}, ${event.season})`
    }
  }
}

export type MovedKeyDate = { id: string; before: ComputedKeyDate; after: ComputedKeyDate }

/** By rule id. Added and removed dates have not moved. */
export function movedKeyDates(
  before: ReadonlyMap<string, ComputedKeyDate>,
  after: ReadonlyMap<string, ComputedKeyDate>,
): MovedKeyDate[] {
  return [...after].flatMap(([id, date]) => {
    const earlier = before.get(id)
    return earlier && when(earlier) !== when(date) ? [{ id, before: earlier, after: date }] : []
  })
}

/** An expected day that becomes final does not count as moved. */
function when(date: ComputedKeyDate) {
  return 'missing' in date ? undefined : lapsesAt(date)
}
