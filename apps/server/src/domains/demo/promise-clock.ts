import type { DemoTime } from '@sherpa/contracts/desk'
import { offsetAt, wallClock } from '../../mail/zoned-time.ts'

const HOUR_MS = 60 * 60_000
const WEEKDAY_HOURS = 4
const WEEKEND_HOURS = 24

/**
 * By when we answer: the site promises "within 4 hours on weekdays and within 24 hours on weekends". Which of the two counts is
 * decided by the day on which the request comes in, by the company's clock, and the hours run on whatever the time of day:
 * a request of Friday at 23:00 is answered by Saturday 03:00, one of Sunday at 23:59 by Monday 23:59. Holidays are days like all others.
 */
export function dueAfter(asked: Date, companyTimeZone: string): Date {
  const day = new Date(`${localDay(asked, companyTimeZone)}T00:00Z`).getUTCDay()
  const hours = day === 0 || day === 6 ? WEEKEND_HOURS : WEEKDAY_HOURS
  return new Date(asked.getTime() + hours * HOUR_MS)
}

/** `2026-11-16`, by the company's clock. */
function localDay(moment: Date, timeZone: string) {
  return wallClock(moment, { timeZone, offsetMinutes: 0 }).slice(0, 10)
}

/** When the present day ends by the company's clock, be it 23, 24 or 25 hours long. */
export const endOfDay = (moment: Date, timeZone: string) => startOfDay(moment, timeZone, 1)

/** When the day of a moment begins by the company's clock, or one that comes so many days later. */
function startOfDay(moment: Date, timeZone: string, daysLater: number): Date {
  const place = { timeZone, offsetMinutes: 0 }
  const midnight = new Date(`${localDay(moment, timeZone)}T00:00Z`).getTime() + daysLater * 24 * HOUR_MS
  // The offset of the midnight itself is known once one is near it.
  const near = new Date(midnight - offsetAt(moment, place) * 60_000)
  return new Date(midnight - offsetAt(near, place) * 60_000)
}

/** From when until when, by the company's clock; `past` has no beginning. */
export function spanOf(time: DemoTime, now: Date, timeZone: string): { from?: Date; until: Date } {
  const days = (first: number, end: number) => ({
    from: startOfDay(now, timeZone, first),
    until: startOfDay(now, timeZone, end),
  })
  const sinceMonday = (new Date(`${localDay(now, timeZone)}T00:00Z`).getUTCDay() + 6) % 7
  if (time === 'today') return days(0, 1)
  if (time === 'this-week') return days(-sinceMonday, 7 - sinceMonday)
  if (time === 'next-week') return days(7 - sinceMonday, 14 - sinceMonday)
  return { until: now }
}
