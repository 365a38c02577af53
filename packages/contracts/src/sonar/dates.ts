import { addDays, addMonths } from '../days.ts'
import { ownValue } from '../own-value.ts'
import {
  firstOf,
  fiscalYear,
  fiscalYearNow,
  fixed,
  lastOfMonth,
  monthOf,
  monthTable,
  pad,
  type Read,
  type Reader,
  type Span,
  type Tense,
  yearOf,
} from './calendar.ts'
import { matchPhrase } from './phrase-table.ts'
import type { Token } from './tokens.ts'

const ordinals: Record<string, number> = { first: 1, '1st': 1, second: 2, third: 3, fourth: 4, last: 4 }

/** 2026-07-04, 7/4, 7/4/26. */
export const readWrittenDay: Reader = (tokens, at, { today }) => {
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
    ...(!year && { isYearless: true }),
  }
}
/** The next one for what is due, the last one for what happened. */
const nearest = (current: string, other: string, today: string, tense: Tense) =>
  (tense === 'due' ? current >= today : current <= today) || !isDay(other) ? current : other

/** July, July 2025, July 4, 4 July 2025. */
export const readMonth: Reader = (tokens, at, { today }) => {
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
    ...(!(written ?? said) && { isYearless: true }),
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
  const offset = ownValue({ last: -1, this: 0, next: 1 }, tokens[start]?.text ?? '')
  if (tokens[start]?.stem === 'year' && start > at) return [yearOf(today), start + 1 - at]
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
/** Q2, Q2 2025, second quarter of last year, H1. */
const readQuarter: Reader = (tokens, at, calendar) => {
  const letter = tokens[at]?.text
  const attached = tokens[at + 1]
  const isShort = (letter === 'q' || letter === 'h') && attached?.number !== undefined
  const ordinal =
    ownValue(ordinals, letter ?? '') ??
    (/^(?:st|nd|rd|th)$/.test(attached?.text ?? '') ? tokens[at]?.number : undefined)
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

/** Days, months, quarters and years by their name. */
export const dateReaders: readonly Reader[] = [readWrittenDay, readMonth, readQuarter, readYear]
