import { addDays, addMonths, weekday } from '../days.ts'
import { wordNumber } from './numbers.ts'
import { matchPhrase, phraseTable } from './phrase-table.ts'
import type { Token } from './tokens.ts'
import type { DateRole } from './vocabulary/vocabulary.ts'

/** First and last day. `excludes`: written as before or after a day. */
export type Days = { from?: string; until?: string; excludes?: true }

/** A period as it was written. Days depend on the tense of the list. */
export type PeriodSpan = {
  first: number
  last: number
  role: DateRole
  days: (tense: 'due' | 'past') => Days | undefined
}

export type Calendar = {
  today: string
  /** The first month of the fiscal year, from 1. */
  fiscalMonth: number
}

type Span = { from: string; until: string }
/** `next` is the token after it. */
type Read = { span: (tense: 'due' | 'past') => Span; next: number }

const monthTable = phraseTable<number>({
  'jan|january': 1,
  'feb|february': 2,
  'mar|march': 3,
  'apr|april': 4,
  may: 5,
  'jun|june': 6,
  'jul|july': 7,
  'aug|august': 8,
  'sep|sept|september': 9,
  'oct|october': 10,
  'nov|november': 11,
  'dec|december': 12,
})
const weekdayTable = phraseTable<number>({
  'sunday|sun': 0,
  'monday|mon': 1,
  'tuesday|tue|tues': 2,
  'wednesday|wed': 3,
  'thursday|thu|thur|thurs': 4,
  'friday|fri': 5,
  'saturday|sat': 6,
})
const ordinals: Record<string, number> = { first: 1, '1st': 1, second: 2, third: 3, fourth: 4, last: 4 }
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
/** "No contact since October": the last contact is before it. */
const silences = phraseTable<true>({
  'no contact|not contacted|not talked to|not spoken to|not spoken with|not been contacted|not heard from|without contact|no contact with|not called|not reached|have not contacted|have not talked to|have not spoken to|have not spoken with|have not been contacted|have not heard from|have not called|has not been contacted|we have not contacted|we have not talked to|we have not spoken to|we have not heard from|we have not called|have not reached|have not reached out to|not reached out to|we have not reached out to|have not had contact with|nobody contacted|nobody talked to|nobody called|nobody has contacted|nobody has talked to|nobody has called|no one has contacted|no one has called|no one has talked to|last contact over|last contact more than|have had no contact|had no contact|not touched|have not touched base with|not been called|have gone quiet|not in touch with|have not been in touch with|we have not been in touch with|have not seen|not been in touch': true,
})
const before = phraseTable<'since' | 'until' | 'before' | 'after' | 'in'>({
  'since|starting|starting from|beginning|as of|on or after': 'since',
  'until|till|through|by|up to|to|no later than|on or before|latest by': 'until',
  'before|prior to|earlier than|ahead of': 'before',
  'after|later than|past|following': 'after',
  'in|from|during|on|for|within|over|in course of|throughout|of|at|sometime|any time|anytime': 'in',
})

/** A silence until a day, or for a number of days. */
export type SilenceSpan = { first: number; last: number; days?: number; before?: string }

const pad = (number: number) => String(number).padStart(2, '0')
const firstOf = (year: number, month: number) => `${year}-${pad(month)}-01`
const lastOfMonth = (day: string) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
const fixed = (from: string, until: string) => () => ({ from, until })
const yearOf = (day: string) => Number(day.slice(0, 4))
const monthOf = (day: string) => Number(day.slice(5, 7))

/** Reads a period that starts at a token, with its verb and preposition. */
export function readPeriod(tokens: readonly Token[], first: number, calendar: Calendar): PeriodSpan | undefined {
  const verb = matchPhrase(roles, tokens, first)
  const read = (verb && readAfterVerb(tokens, verb.next, calendar)) ?? undefined
  if (verb && read) return { ...read, first, role: verb.value }
  const plain = readAfterVerb(tokens, first, calendar)
  return plain && { ...plain, first, role: 'any' }
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
    return { last: isOpen ? read.next : read.next - 1, days: (tense) => bound(read, meant, tense) }
  }
  const plain = readDays(tokens, at, calendar)
  return plain && { last: plain.next - 1, days: plain.span }
}

/** "Since July" looks back, whatever the list. */
function bound(read: Read, preposition: 'since' | 'until' | 'before' | 'after' | 'in', tense: 'due' | 'past'): Days {
  if (preposition === 'in') return read.span(tense)
  if (preposition === 'since') return { from: read.span('past').from }
  const { from, until } = read.span(tense)
  if (preposition === 'until') return { until }
  return preposition === 'before'
    ? { until: addDays(from, -1), excludes: true }
    : { from: addDays(until, 1), excludes: true }
}

/** From July to September, between May 1 and May 15, July - September. */
function readRange(tokens: readonly Token[], first: number, calendar: Calendar) {
  const isLed = /^(?:between|from)$/.test(tokens[first]?.text ?? '')
  const one = readDays(tokens, isLed ? first + 1 : first, calendar)
  if (!one || !/^(?:and|to|until|till|through|thru|-|–)$/.test(tokens[one.next]?.text ?? '')) return undefined
  if (tokens[one.next]?.text === 'and' && tokens[first]?.text !== 'between') return undefined
  const other = readDays(tokens, one.next + 1, calendar)
  if (!other) return undefined
  const days = (tense: 'due' | 'past') => {
    const { from } = one.span(tense)
    const { until } = other.span(tense)
    return { from, until: until < from ? sameDayNextYear(until) : until }
  }
  return { last: other.next - 1, days }
}
const sameDayNextYear = (day: string) => addMonths(day, 12)

type Reader = (tokens: readonly Token[], at: number, calendar: Calendar) => Read | undefined

const readDays: Reader = (tokens, at, calendar) => {
  for (const reader of readers) {
    const read = reader(tokens, at, calendar)
    if (read) return read
  }
  return undefined
}

const readNamedDay: Reader = (tokens, at, { today }) => {
  const offset = { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 }[tokens[at]?.text ?? '']
  if (offset === undefined) return undefined
  const day = addDays(today, offset)
  return { span: fixed(day, day), next: at + 1 }
}

/** 2026-07-04, 7/4, 7/4/26. */
const readWrittenDay: Reader = (tokens, at, { today }) => {
  const text = tokens[at]?.text ?? ''
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? { span: fixed(text, text), next: at + 1 } : undefined
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(text) ?? []
  if (!month || !date) return undefined
  return dayOfYear(today, Number(month), Number(date), year ? fullYear(Number(year)) : undefined, at + 1)
}
const fullYear = (year: number) => (year < 100 ? 2000 + year : year)
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().slice(0, 10) === day

function dayOfYear(
  today: string,
  month: number,
  date: number,
  year: number | undefined,
  next: number,
): Read | undefined {
  const dayIn = (one: number) => `${one}-${pad(month)}-${pad(date)}`
  const current = yearOf(today)
  if (!isDay(dayIn(year ?? current))) return undefined
  return {
    span: (tense) => {
      const day = year
        ? dayIn(year)
        : nearest(dayIn(current), dayIn(current + (tense === 'due' ? 1 : -1)), today, tense)
      return { from: day, until: day }
    },
    next,
  }
}
/** The next one for what is due, the last one for what happened. */
const nearest = (current: string, other: string, today: string, tense: 'due' | 'past') =>
  (tense === 'due' ? current >= today : current <= today) || !isDay(other) ? current : other

/** July, July 2025, July 4, 4 July 2025. */
const readMonth: Reader = (tokens, at, { today }) => {
  const early = tokens[at]?.number
  const monthAt =
    early !== undefined && early <= 31 ? at + (/^(?:st|nd|rd|th)$/.test(tokens[at + 1]?.text ?? '') ? 2 : 1) : at
  const month = matchPhrase(monthTable, tokens, tokens[monthAt]?.text === 'of' ? monthAt + 1 : monthAt)
  // "May" and "mar" are also other words.
  if (!month || (monthAt > at && early === undefined)) return undefined
  if (monthAt > at) {
    const year = yearAt(tokens, month.next)
    return dayOfYear(today, month.value, early ?? 0, year, year ? month.next + 1 : month.next)
  }
  const date = tokens[month.next]?.number
  if (date !== undefined && date >= 1 && date <= 31 && !tokens[month.next]?.sign) {
    let next = month.next + 1
    if (/^(?:st|nd|rd|th)$/.test(tokens[next]?.text ?? '')) next++
    const yearToken = tokens[next]?.text === ',' ? next + 1 : next
    const year = yearAt(tokens, yearToken)
    return dayOfYear(today, month.value, date, year, year ? yearToken + 1 : next)
  }
  const written = yearAt(tokens, tokens[month.next]?.text === 'of' ? month.next + 1 : month.next)
  const next = written ? month.next + (tokens[month.next]?.text === 'of' ? 2 : 1) : month.next
  const [said, length] = written ? [undefined, 0] : sayYear(tokens, month.next, today)
  return {
    span: (tense) => {
      const current = yearOf(today)
      const ahead = month.value - monthOf(today)
      const moved = tense === 'due' ? (ahead < 0 ? 1 : 0) : ahead > 0 ? -1 : 0
      const from = firstOf(written ?? said ?? current + moved, month.value)
      return { from, until: lastOfMonth(from) }
    },
    next: next + length,
  }
}

const FIRST_YEAR = 1950
const LAST_YEAR = 2100
function yearAt(tokens: readonly Token[], at: number) {
  const { number, sign } = tokens[at] ?? {}
  return number !== undefined && !sign && Number.isInteger(number) && number >= FIRST_YEAR && number <= LAST_YEAR
    ? number
    : undefined
}
/** "Of last year". */
function sayYear(tokens: readonly Token[], at: number, today: string): [year: number | undefined, length: number] {
  const start = tokens[at]?.text === 'of' ? at + 1 : at
  const offset = { last: -1, this: 0, next: 1 }[tokens[start]?.text ?? '']
  if (offset === undefined || tokens[start + 1]?.stem !== 'year') return [undefined, 0]
  return [yearOf(today) + offset, start + 2 - at]
}

const readYear: Reader = (tokens, at, calendar) => {
  const isFiscal = tokens[at]?.text === 'fy' || tokens[at]?.text === 'fiscal'
  const start = isFiscal ? (tokens[at + 1]?.stem === 'year' ? at + 2 : at + 1) : at
  const number = tokens[start]?.number
  const year = isFiscal && number !== undefined && number < 100 ? 2000 + number : yearAt(tokens, start)
  if (!year) return undefined
  if (isFiscal) return { span: fixed(...fiscalYear(year, calendar)), next: start + 1 }
  return { span: fixed(`${year}-01-01`, `${year}-12-31`), next: start + 1 }
}
/** A fiscal year has the name of the year in which it begins. */
function fiscalYear(year: number, { fiscalMonth }: Calendar): [string, string] {
  const from = firstOf(year, fiscalMonth)
  return [from, addDays(addMonths(from, 12), -1)]
}
const fiscalYearNow = ({ today, fiscalMonth }: Calendar) => yearOf(today) - (monthOf(today) < fiscalMonth ? 1 : 0)

/** Q2, Q2 2025, second quarter of last year, H1. */
const readQuarter: Reader = (tokens, at, calendar) => {
  const letter = tokens[at]?.text
  const attached = tokens[at + 1]
  const isShort = (letter === 'q' || letter === 'h') && attached?.number !== undefined
  const ordinal =
    ordinals[letter ?? ''] ?? (/^(?:st|nd|rd|th)$/.test(attached?.text ?? '') ? tokens[at]?.number : undefined)
  const wordAt = tokens[at]?.number === undefined ? at + 1 : at + 2
  const unit = isShort ? (letter === 'q' ? 'quarter' : 'half') : tokens[wordAt]?.stem
  const number = isShort ? attached.number : ordinal
  const parts = unit === 'quarter' ? 4 : unit === 'half' ? 2 : 0
  if (!number || !parts || number > parts || (!isShort && letter === 'last')) return undefined
  let next = isShort ? at + 2 : wordAt + 1
  const yearToken = tokens[next]?.text === 'of' || tokens[next]?.text === ',' ? next + 1 : next
  const [said, length] = sayYear(tokens, next, calendar.today)
  const year = yearAt(tokens, yearToken) ?? said
  if (year) next = said ? next + length : yearToken + 1
  const size = 12 / parts
  const [begin] = fiscalYear(year ?? fiscalYearNow(calendar), calendar)
  const partOf = (shift: number): Span => {
    const from = addMonths(begin, (number - 1) * size + shift)
    return { from, until: addDays(addMonths(from, size), -1) }
  }
  return {
    span: (tense) => {
      const now = partOf(0)
      if (year) return now
      if (tense === 'past' && now.from > calendar.today) return partOf(-12)
      return tense === 'due' && now.until < calendar.today ? partOf(12) : now
    },
    next,
  }
}

/** Whole periods: this quarter, last month, next year. */
const readRelative: Reader = (tokens, at, calendar) => {
  const { today } = calendar
  const word = tokens[at]?.text ?? ''
  const offset = {
    this: 0,
    current: 0,
    last: -1,
    previous: -1,
    prior: -1,
    past: -1,
    next: 1,
    coming: 1,
    following: 1,
    upcoming: 1,
  }[word]
  if (offset === undefined) return undefined
  const counted = readCount(tokens, at + 1)
  if (counted && offset !== 0) {
    const { count, unit, next } = counted
    const far =
      unit === 'day'
        ? addDays(today, offset * count)
        : unit === 'week'
          ? addDays(today, 7 * offset * count)
          : addMonths(today, offset * count * (monthsIn[unit] ?? 1))
    return { span: offset > 0 ? fixed(today, far) : fixed(far, today), next }
  }
  const isFiscal = tokens[at + 1]?.text === 'fiscal'
  const unitAt = isFiscal ? at + 2 : at + 1
  const unit = tokens[unitAt]?.stem ?? ''
  const day = matchPhrase(weekdayTable, tokens, unitAt)
  if (day) return { span: fixedDay(weekdayIn(today, day.value, offset)), next: day.next }
  const month = offset === 0 ? undefined : matchPhrase(monthTable, tokens, unitAt)
  if (month) {
    const [year, now] = [yearOf(today), monthOf(today)]
    const shift = offset > 0 ? (month.value > now ? 0 : 1) : month.value < now ? 0 : -1
    const from = firstOf(year + shift, month.value)
    return { span: fixed(from, lastOfMonth(from)), next: month.next }
  }
  if (offset === 0 && tokens[unitAt]) {
    const named = matchPhrase(monthTable, tokens, unitAt)
    const from = named && firstOf(yearOf(today), named.value)
    if (named && from) return { span: fixed(from, lastOfMonth(from)), next: named.next }
  }
  const whole = wholePeriod(unit, offset, calendar, isFiscal)
  if (!whole) return undefined
  const isSoFar = tokens[unitAt + 1]?.text === 'so' && tokens[unitAt + 2]?.text === 'far'
  if (isSoFar && offset === 0) return { span: fixed(whole[0], today), next: unitAt + 3 }
  return { span: fixed(...whole), next: unitAt + 1 }
}
const fixedDay = (day: string) => fixed(day, day)
const monthsIn: Record<string, number> = { month: 1, quarter: 3, year: 12 }

function wholePeriod(unit: string, offset: number, calendar: Calendar, isFiscal = false): [string, string] | undefined {
  const { today } = calendar
  if (unit === 'week' || unit === 'weekend') {
    const monday = addDays(today, 7 * offset - ((weekday(today) + 6) % 7))
    return unit === 'week' ? [monday, addDays(monday, 6)] : [addDays(monday, 5), addDays(monday, 6)]
  }
  if (unit === 'month') {
    const from = addMonths(`${today.slice(0, 7)}-01`, offset)
    return [from, lastOfMonth(from)]
  }
  if (unit === 'year') {
    const year = yearOf(today) + offset
    return isFiscal ? fiscalYear(fiscalYearNow(calendar) + offset, calendar) : [`${year}-01-01`, `${year}-12-31`]
  }
  if (unit !== 'quarter') return undefined
  const since = (monthOf(today) - calendar.fiscalMonth + 12) % 3
  const from = addMonths(`${today.slice(0, 7)}-01`, 3 * offset - since)
  return [from, addDays(addMonths(from, 3), -1)]
}

/** Larger numbers lead to days that do not exist. */
const MOST_COUNT = 1000

/** A number and a unit of time. */
function readCount(tokens: readonly Token[], at: number) {
  const isCouple = tokens[at]?.text === 'couple' || tokens[at]?.text === 'few'
  const count = tokens[at]?.number ?? wordNumber(tokens[at]?.text) ?? (tokens[at]?.text === 'couple' ? 2 : undefined)
  let unitAt = at + 1
  if (isCouple && tokens[unitAt]?.text === 'of') unitAt++
  const unit = tokens[unitAt]?.stem ?? ''
  return count !== undefined && count <= MOST_COUNT && /^(?:day|week|month|quarter|year)$/.test(unit)
    ? { count, unit, next: unitAt + 1 }
    : undefined
}

/** Within 10 days, in 2 weeks: from today. */
const readAhead: Reader = (tokens, at, { today }) => {
  const counted = readCount(tokens, at)
  const ago = counted && tokens[counted.next]?.text === 'ago'
  if (!counted) return undefined
  const { count, unit, next } = counted
  const move = (sign: number) =>
    unit === 'day'
      ? addDays(today, sign * count)
      : unit === 'week'
        ? addDays(today, sign * 7 * count)
        : addMonths(today, sign * count * (monthsIn[unit] ?? 1))
  if (ago) return { span: fixedDay(move(-1)), next: next + 1 }
  const isLed = /^(?:in|within)$/.test(tokens[at - 1]?.text ?? '')
  if (!isLed) return undefined
  return {
    span: (tense) => (tense === 'due' ? { from: today, until: move(1) } : { from: move(-1), until: today }),
    next,
  }
}

const readWeekday: Reader = (tokens, at, { today }) => {
  const day = matchPhrase(weekdayTable, tokens, at)
  // "Sun" and "sat" are also other words.
  if (!day || (day.key.length === 3 && tokens[at]?.text.length === 3 && !tokens[at]?.isCapitalized)) return undefined
  return {
    span: (tense) => {
      const ahead = (day.value - weekday(today) + 7) % 7
      const date = addDays(today, tense === 'due' || ahead === 0 ? ahead : ahead - 7)
      return { from: date, until: date }
    },
    next: day.next,
  }
}
/** The weekday of this, the last or the next week, Monday first. */
function weekdayIn(today: string, day: number, offset: number) {
  const monday = addDays(today, 7 * offset - ((weekday(today) + 6) % 7))
  return addDays(monday, (day + 6) % 7)
}

/** Year to date, rest of the month, end of the quarter. */
const readPart: Reader = (tokens, at, calendar) => {
  const { today } = calendar
  const texts = tokens.slice(at, at + 5).map(({ stem }) => stem)
  const short = { ytd: 'year', mtd: 'month', qtd: 'quarter' }[texts[0] ?? '']
  const isToDate = texts[1] === 'to' && texts[2] === 'date'
  const isSoFar = texts[0] === 'so' && texts[1] === 'far' && texts[2] === 'this'
  const unit = short ?? (isToDate ? texts[0] : isSoFar ? texts[3] : undefined)
  const begun = unit && wholePeriod(unit, 0, calendar)
  if (begun) return { span: fixed(begun[0], today), next: at + (short ? 1 : isToDate ? 3 : 4) }
  if (texts[1] !== 'of' || !/^(?:end|rest|remainder|beginning|start)$/.test(texts[0] ?? '')) return undefined
  const isNamed = /^(?:this|next|last)$/.test(texts[2] ?? '')
  const offset = texts[2] === 'next' ? 1 : texts[2] === 'last' ? -1 : 0
  const whole = wholePeriod(texts[isNamed ? 3 : 2] ?? '', offset, calendar)
  const next = at + (isNamed ? 4 : 3)
  if (!whole) {
    const month = readMonth(tokens, at + 2, calendar)
    return month && texts[0] === 'end'
      ? { span: (tense) => ({ from: month.span(tense).until, until: month.span(tense).until }), next: month.next }
      : undefined
  }
  const [from, until] = whole
  if (texts[0] === 'end') return { span: fixed(until, until), next }
  return { span: /^(?:rest|remainder)$/.test(texts[0] ?? '') ? fixed(today, until) : fixed(from, from), next }
}

const readers: readonly Reader[] = [
  readNamedDay,
  readWrittenDay,
  readPart,
  readMonth,
  readQuarter,
  readYear,
  readRelative,
  readAhead,
  readWeekday,
]

/** No contact since October, not contacted in 30 days, have not talked to in a month. */
export function readSilence(tokens: readonly Token[], first: number, calendar: Calendar): SilenceSpan | undefined {
  const silence = matchPhrase(silences, tokens, first)
  if (!silence) return undefined
  let at = silence.next
  if (tokens[at]?.text === 'since') {
    const read = readDays(tokens, at + 1, calendar)
    return read && { first, last: read.next - 1, before: read.span('past').from }
  }
  while (/^(?:in|for|within|over|more|than|last|past|at|least|almost|about|during)$/.test(tokens[at]?.text ?? '')) at++
  const counted = readCount(tokens, at) ?? readOne(tokens, at)
  if (!counted) return undefined
  const { count, unit, next } = counted
  return { first, last: next - 1, days: count * (daysIn[unit] ?? 1) }
}
const daysIn: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 90 }
function readOne(tokens: readonly Token[], at: number) {
  const unit = tokens[at]?.stem ?? ''
  return daysIn[unit] ? { count: 1, unit, next: at + 1 } : undefined
}

/** In words that are read as the same period again. */
export function printDays({ from, until }: Days): string {
  if (from && until) return from === until ? `on ${from}` : `from ${from} to ${until}`
  return from ? `since ${from}` : `until ${until}`
}
