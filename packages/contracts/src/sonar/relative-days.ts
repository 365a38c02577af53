import { addDays, addMonths, weekday } from '../days.ts'
import { ownValue } from '../own-value.ts'
import {
  firstOf,
  fixed,
  fixedDay,
  lastOfMonth,
  monthOf,
  monthTable,
  type Reader,
  weekdayTable,
  weekOf,
  wholePeriod,
  yearOf,
} from './calendar.ts'
import { readMonth, readWrittenDay } from './dates.ts'
import { wordNumber } from './numbers.ts'
import { matchPhrase } from './phrase-table.ts'
import type { Token } from './tokens.ts'

const dayOffsets: Record<string, number> = { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 }

const readNamedDay: Reader = (tokens, at, { today }) => {
  const texts = tokens.slice(at, at + 3).map(({ text }) => text)
  const twice = ownValue({ 'day after tomorrow': 2, 'day before yesterday': -2 }, texts.join(' '))
  if (twice) return { span: fixedDay(addDays(today, twice)), next: at + 3 }
  const offset = ownValue(dayOffsets, tokens[at]?.text ?? '')
  if (offset === undefined) return undefined
  return { span: fixedDay(addDays(today, offset)), next: at + 1 }
}

/** The week of November 9: the nearest one. */
const readWeekOf: Reader = (tokens, at, calendar) => {
  if (tokens[at]?.stem !== 'week' || tokens[at + 1]?.text !== 'of') return undefined
  const read = readWrittenDay(tokens, at + 2, calendar) ?? readMonth(tokens, at + 2, calendar)
  const days = [read?.span('past'), read?.span('due')].flatMap((span) =>
    span?.from === span?.until ? (span?.from ?? []) : [],
  )
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(calendar.today))
  const [nearest] = days.toSorted((one, other) => distance(one) - distance(other))
  return read && nearest ? { span: fixed(...weekOf(nearest)), next: read.next } : undefined
}

const periodOffsets: Record<string, number> = {
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
}

/** Whole periods: this quarter, last month, next year. */
const readRelative: Reader = (tokens, at, calendar) => {
  const { today } = calendar
  const word = tokens[at]?.text ?? ''
  const offset = ownValue(periodOffsets, word)
  if (offset === undefined) return undefined
  const counted = readCount(tokens, at + 1)
  if (counted && offset !== 0) {
    const { count, unit, next } = counted
    const far = moveBy(today, offset * count, unit)
    return { span: offset > 0 ? fixed(today, far) : fixed(far, today), next }
  }
  const rolling = word === 'past' ? tokens[at + 1]?.stem : undefined
  if (rolling && /^(?:week|month|quarter|year)$/.test(rolling))
    return { span: fixed(moveBy(today, -1, rolling), today), next: at + 2 }
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
const monthsIn: Record<string, number> = { month: 1, quarter: 3, year: 12 }
function moveBy(day: string, count: number, unit: string) {
  if (unit === 'day' || unit === 'week') return addDays(day, count * (unit === 'week' ? 7 : 1))
  return addMonths(day, count * (ownValue(monthsIn, unit) ?? 1))
}

/** Larger numbers lead to days that do not exist. */
const MOST_COUNT = 1000

/** A number and a unit of time. */
export function readCount(tokens: readonly Token[], at: number) {
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
  if (ago) return { span: fixedDay(moveBy(today, -count, unit)), next: next + 1 }
  const isLed = /^(?:in|within)$/.test(tokens[at - 1]?.text ?? '')
  if (!isLed) return undefined
  return {
    span: (tense) =>
      tense === 'due'
        ? { from: today, until: moveBy(today, count, unit) }
        : { from: moveBy(today, -count, unit), until: today },
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
const weekdayIn = (today: string, day: number, offset: number) =>
  addDays(weekOf(today)[0], 7 * offset + ((day + 6) % 7))

/** Year to date, rest of the month, end of the quarter. */
const readPart: Reader = (tokens, at, calendar) => {
  const { today } = calendar
  const texts = tokens.slice(at, at + 5).map(({ stem }) => stem)
  const short = ownValue({ ytd: 'year', mtd: 'month', qtd: 'quarter' }, texts[0] ?? '')
  const isToDate = texts[1] === 'to' && texts[2] === 'date'
  const isSoFar = texts[0] === 'so' && texts[1] === 'far' && texts[2] === 'this'
  const unit = short ?? (isToDate ? texts[0] : isSoFar ? texts[3] : undefined)
  const begun = unit && wholePeriod(unit, 0, calendar)
  if (begun) return { span: fixed(begun[0], today), next: at + (short ? 1 : isToDate ? 3 : 4) }
  const ending = texts[1] === 'end' ? wholePeriod(texts[0] ?? '', 0, calendar) : undefined
  if (ending) return { span: fixedDay(ending[1]), next: at + 2, isEnd: true }
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
  if (texts[0] === 'end') return { span: fixedDay(until), next, isEnd: true }
  return { span: /^(?:rest|remainder)$/.test(texts[0] ?? '') ? fixed(today, until) : fixed(from, from), next }
}

/** Days that depend on today. */
export const relativeReaders: readonly Reader[] = [
  readNamedDay,
  readPart,
  readWeekOf,
  readRelative,
  readAhead,
  readWeekday,
]
