import { addDays, addMonths, weekday } from '../days.ts'
import { phraseTable } from './phrase-table.ts'
import type { Token } from './tokens.ts'

export type Calendar = {
  today: string
  /** The first month of the fiscal year, from 1. */
  fiscalMonth: number
}

/** Of what is due or of what happened. */
export type Tense = 'due' | 'past'
export type Span = { from: string; until: string }
/** `next` is the token after it. */
export type Read = {
  span: (tense: Tense) => Span
  next: number
  /** The end of a period: before it includes its last day. */
  isEnd?: true
  /** A day or month without its year. */
  isYearless?: true
}
/** Reads days that start at a token. */
export type Reader = (tokens: readonly Token[], at: number, calendar: Calendar) => Read | undefined

export const monthTable = phraseTable<number>({
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
export const weekdayTable = phraseTable<number>({
  'sunday|sun': 0,
  'monday|mon': 1,
  'tuesday|tue|tues': 2,
  'wednesday|wed': 3,
  'thursday|thu|thur|thurs': 4,
  'friday|fri': 5,
  'saturday|sat': 6,
})

/** Their names, for corrections. */
export const daysAndMonths = [...monthTable.keys(), ...weekdayTable.keys()].map(
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
)

export const pad = (number: number) => String(number).padStart(2, '0')
export const firstOf = (year: number, month: number) => `${year}-${pad(month)}-01`
export const lastOfMonth = (day: string) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
export const fixed = (from: string, until: string) => () => ({ from, until })
export const yearOf = (day: string) => Number(day.slice(0, 4))
export const monthOf = (day: string) => Number(day.slice(5, 7))

export const fixedDay = (day: string) => fixed(day, day)
/** Monday to Sunday. */
export function weekOf(day: string): [string, string] {
  const monday = addDays(day, -((weekday(day) + 6) % 7))
  return [monday, addDays(monday, 6)]
}

/** A fiscal year has the name of the year in which it begins. */
export function fiscalYear(year: number, { fiscalMonth }: Calendar): [string, string] {
  const from = firstOf(year, fiscalMonth)
  return [from, addDays(addMonths(from, 12), -1)]
}
export const fiscalYearNow = ({ today, fiscalMonth }: Calendar) =>
  yearOf(today) - (monthOf(today) < fiscalMonth ? 1 : 0)

export function wholePeriod(
  unit: string,
  offset: number,
  calendar: Calendar,
  isFiscal = false,
): [string, string] | undefined {
  const { today } = calendar
  if (unit === 'week' || unit === 'weekend') {
    const [monday, sunday] = weekOf(addDays(today, 7 * offset))
    return unit === 'week' ? [monday, sunday] : [addDays(monday, 5), sunday]
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
