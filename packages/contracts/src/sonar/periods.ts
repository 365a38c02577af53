import { addDays, addMonths } from '../days.ts'
import type { Calendar, Read, Reader, Tense } from './calendar.ts'
import { dateReaders } from './dates.ts'
import { matchPhrase, phraseTable } from './phrase-table.ts'
import { relativeReaders } from './relative-days.ts'
import { isJoint } from './stop-words.ts'
import type { Token } from './tokens.ts'
import type { DateRole } from './vocabulary/vocabulary.ts'

/** First and last day. `excludes`: written as before or after a day. */
export type Days = { from?: string; until?: string; excludes?: true }

/** A period as it was written. Days depend on the tense of the list. */
export type PeriodSpan = {
  first: number
  last: number
  role: DateRole
  days: (tense: Tense) => Days | undefined
  isYearless?: boolean
}

const roles = phraseTable<DateRole>({
  'due|coming due|due date|falling due|fall due|come due|something due|anything due|with something due|with anything due|that are due':
    'due',
  'start|starting|begin|beginning|kick off|that start|commencing|commence|which start|started|began|that started':
    'start',
  'end|ending|expire|expiring|run out|running out|that end|up|coming to end|up for renewal|finish|finishing|that expire|expiration|which end|which expire|will end|will expire|are ending|are expiring|is ending|conclude|concluding|renewing|renew|set to expire|about to expire|ended|that ended':
    'end',
  'born|birthday|birth date|date of birth|were born|was born': 'born',
  'issued|sent|invoiced|billed|that we issued|we sent|dated': 'issued',
  'spent|paid|booked|happened|posted|recorded|incurred|were paid|was paid|made': 'happened',
  'received|came in|that came in|we received|arrived|that arrived': 'received',
  'last contact|last contacted|last talked to|last spoke to|last spoken to|last called': 'contact',
})
/** What is over already, also in lists of what is due. */
const pastVerbs = /^(?:paid|received|settled|collected|arrived|done|completed|finished|accepted|ended|started|began)$/
const before = phraseTable<'since' | 'until' | 'before' | 'after' | 'in'>({
  'since|starting|starting from|beginning|as of|on or after': 'since',
  'until|till|through|by|up to|to|no later than|on or before|latest by': 'until',
  'before|prior to|earlier than|ahead of': 'before',
  'after|later than|past|following': 'after',
  'in|from|during|on|for|within|over|in course of|throughout|of|at|sometime|any time|anytime': 'in',
})

/** Reads a period that starts at a token, with its verb and preposition. */
export function readPeriod(tokens: readonly Token[], first: number, calendar: Calendar): PeriodSpan | undefined {
  const verb = matchPhrase(roles, tokens, first)
  const read = (verb && readAfterVerb(tokens, verb.next, calendar)) ?? undefined
  if (verb && read) {
    const isPast = pastVerbs.test(verb.key.split(' ').at(-1) ?? '')
    return { ...read, first, role: verb.value, ...(isPast && { days: () => read.days('past') }) }
  }
  const plain = readAfterVerb(tokens, first, calendar)
  if (!plain) return undefined
  const isPast = pastVerbs.test(tokens[first - 1]?.text ?? '')
  return { ...plain, first, role: 'any', ...(isPast && { days: () => plain.days('past') }) }
}

function readAfterVerb(
  tokens: readonly Token[],
  first: number,
  calendar: Calendar,
): Omit<PeriodSpan, 'first' | 'role'> | undefined {
  const at = /^(?:that|which|is|are)$/.test(tokens[first]?.text ?? '') ? first + 1 : first
  const range = readRange(tokens, at, calendar)
  if (range) return range
  const preposition = matchPhrase(before, tokens, at)
  const read = preposition && readDays(tokens, preposition.next, calendar)
  if (preposition && read) {
    const isOpen = preposition.key === 'from' && /^(?:on|onward|onwards|forward)$/.test(tokens[read.next]?.text ?? '')
    const meant = isOpen ? 'since' : preposition.value
    const last = isOpen ? read.next : read.next - 1
    return { last, days: (tense) => bound(read, meant, tense), isYearless: isYearless(read) }
  }
  const plain = readDays(tokens, at, calendar)
  return plain && { last: plain.next - 1, days: plain.span, isYearless: isYearless(plain) }
}
const isYearless = (...reads: Read[]) => reads.some((read) => read.isYearless)

/** "Since July" looks back, whatever the list. */
function bound(read: Read, preposition: 'since' | 'until' | 'before' | 'after' | 'in', tense: Tense): Days {
  if (preposition === 'in') return read.span(tense)
  if (preposition === 'since') return { from: read.span('past').from }
  const { from, until } = read.span(tense)
  if (preposition === 'until' || (preposition === 'before' && read.isEnd)) return { until }
  return preposition === 'before'
    ? { until: addDays(from, -1), excludes: true }
    : { from: addDays(until, 1), excludes: true }
}

/** From July to September, between May 1 and May 15, July - September, May 1-15, July and August. */
function readRange(tokens: readonly Token[], first: number, calendar: Calendar) {
  const isLed = /^(?:between|from)$/.test(tokens[first]?.text ?? '')
  const one = readDays(tokens, isLed ? first + 1 : first, calendar)
  if (!one) return undefined
  const joint = tokens[one.next]?.text ?? ''
  const isRange =
    /^(?:to|until|till|through|thru|-|–)$/.test(joint) || (joint === 'and' && tokens[first]?.text === 'between')
  if (!isRange && !isJoint(joint)) return undefined
  const other = readDays(tokens, one.next + 1, calendar) ?? (isRange ? readDateOfMonth(tokens, one) : undefined)
  if (!other || !(isRange || follows(one, other))) return undefined
  const days = (tense: Tense) => {
    const { from } = one.span(tense)
    const { until } = other.span(tense)
    return { from, until: until < from ? sameDayNextYear(until) : until }
  }
  return { last: other.next - 1, days, isYearless: isYearless(one, other) }
}
/** Two months in a row are one period. */
const follows = (one: Read, other: Read) =>
  (['past', 'due'] as const).some((tense) => addDays(one.span(tense).until, 1) === other.span(tense).from)

/** The second day of "May 1-15". */
function readDateOfMonth(tokens: readonly Token[], { span, next }: Read): Read | undefined {
  const { number = 0, sign } = tokens[next + 1] ?? {}
  const after = tokens[next + 2]
  const hasSuffix = /^(?:st|nd|rd|th)$/.test(after?.text ?? '')
  const isDay = span('past').from === span('past').until && Number.isInteger(number) && number > 0 && number <= 31
  if (!isDay || sign || (after?.isAttached && !hasSuffix && isWord(after))) return undefined
  const until = (tense: Tense) => {
    const { from } = span(tense)
    return addDays(`${from.slice(0, 7)}-01`, number - 1)
  }
  const isInMonth = until('past').slice(0, 7) === span('past').from.slice(0, 7)
  if (!isInMonth || until('past') <= span('past').from) return undefined
  return { span: (tense) => ({ from: until(tense), until: until(tense) }), next: next + (hasSuffix ? 3 : 2) }
}
const isWord = ({ text }: Token) => /^\p{L}/u.test(text)
const sameDayNextYear = (day: string) => addMonths(day, 12)

const readers: readonly Reader[] = [...dateReaders, ...relativeReaders]
export const readDays: Reader = (tokens, at, calendar) => {
  for (const reader of readers) {
    const read = reader(tokens, at, calendar)
    if (read) return read
  }
  return undefined
}

/** In words that are read as the same period again. */
export function printDays({ from, until }: Days): string {
  if (from && until) return from === until ? `on ${from}` : `from ${from} to ${until}`
  return from ? `since ${from}` : `until ${until}`
}
