import * as z from 'zod/mini'
import { onFirstUse } from './on-first-use.ts'
import { boundedString } from './text.ts'
import { zoneFormats } from './zone-formats.ts'

/** Days are texts such as 2026-03-09, computed in UTC, independent of the machine's time zone. */
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const FIRST_YEAR = 1900
const LAST_YEAR = 2199
/** Plausible day: rejects typos such as the year 0026. */
export const day = z.iso
  .date('Enter a date')
  .check(
    z.refine((date) => isBetween(Number(date.slice(0, 4)), FIRST_YEAR, LAST_YEAR), 'Enter a year from 1900 to 2199'),
  )

/** Refuses days after today, in the organization's time zone. */
export const IN_FUTURE = 'Enter a date that is not in the future'

/** IANA name. `Intl` also accepts `+05:30`, which is an offset. */
export const timeZone = boundedString(64, 'Choose a time zone').check(
  z.refine((name) => formatIn(name) !== undefined, 'Choose a time zone'),
)

/** Excludes February 30 and the year 0. */
export function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS)
}

/** Adds months, clamped to the end of the month: January 31 plus one month is the end of February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / DAY_MS
}

/** From 0, Sunday, to 6, Saturday. */
export function weekday(day: string): number {
  return new Date(day).getUTCDay()
}

/** Local day of an instant. */
export function dayIn(instant: string, zone: string): string {
  return dayAt(Date.parse(instant), zone)
}

/** First instant of the next day. A day has 23, 24 or 25 hours. */
export function endOfDay(day: string, zone: string): string {
  const midnight = Date.parse(day) + DAY_MS
  // Binary search around midnight UTC, because zones are at most 14 hours off. Correct also where DST skips midnight.
  let before = midnight - 15 * 60 * MINUTE_MS
  let after = midnight + 15 * 60 * MINUTE_MS
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS
    if (dayAt(middle, zone) > day) after = middle
    else before = middle
  }
  return new Date(after).toISOString()
}

/** "March 9, 2026" */
export function spokenDay(day: string): string {
  return spoken().format(new Date(day))
}
/** "Mar 9, 2026", for tables. */
export function shortDay(day: string): string {
  return short().format(new Date(day))
}
const spoken = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }))
const short = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

function toDay(time: number) {
  return new Date(time).toISOString().slice(0, 10)
}

function dayAt(time: number, zone: string) {
  const format = formatIn(zone)
  if (!format) throw new RangeError(`There is no time zone ${zone}`)
  const parts = format.formatToParts(time)
  const part = (type: string) => parts.find((each) => each.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

function isBetween(value: number, least: number, most: number) {
  return value >= least && value <= most
}

const formatIn = zoneFormats({ year: 'numeric', month: '2-digit', day: '2-digit' })
