import type { DemoTime } from '@sherpa/contracts/desk'
import { offsetAt, wallClock } from '../../mail/zoned-time.ts'

const HOUR_MS = 60 * 60_000
const WEEKDAY_HOURS = 4
const WEEKEND_HOURS = 24

/**
 * Response deadline. The site promises "within 4 hours on weekdays and within 24 hours on weekends". The day of the
 * request in the company's time zone decides: Friday 23:00 is due Saturday 03:00. Holidays are ordinary days.
 */
export function computeDeadline(asked: Date, companyTimeZone: string): Date {
  const day = new Date(`${formatLocalDay(asked, companyTimeZone)}T00:00Z`).getUTCDay()
  const hours = day === 0 || day === 6 ? WEEKEND_HOURS : WEEKDAY_HOURS
  return new Date(asked.getTime() + hours * HOUR_MS)
}

/** `2026-11-16` in the company's time zone. */
function formatLocalDay(moment: Date, timeZone: string) {
  return wallClock(moment, { timeZone, offsetMinutes: 0 }).slice(0, 10)
}

/** Handles days of 23 and 25 hours. */
export const endOfDay = (moment: Date, timeZone: string) => startOfDay(moment, timeZone, 1)

function startOfDay(moment: Date, timeZone: string, daysLater: number): Date {
  const place = { timeZone, offsetMinutes: 0 }
  const midnight = new Date(`${formatLocalDay(moment, timeZone)}T00:00Z`).getTime() + daysLater * 24 * HOUR_MS
  // Two steps, since the offset at midnight may differ from the one at the given moment.
  const approximate = new Date(midnight - offsetAt(moment, place) * 60_000)
  return new Date(midnight - offsetAt(approximate, place) * 60_000)
}

/** In the company's time zone. `past` has no start. */
export function toTimeRange(time: DemoTime, now: Date, timeZone: string): { from?: Date; until: Date } {
  const toRange = (first: number, end: number) => ({
    from: startOfDay(now, timeZone, first),
    until: startOfDay(now, timeZone, end),
  })
  const daysSinceMonday = (new Date(`${formatLocalDay(now, timeZone)}T00:00Z`).getUTCDay() + 6) % 7
  if (time === 'today') return toRange(0, 1)
  if (time === 'this-week') return toRange(-daysSinceMonday, 7 - daysSinceMonday)
  if (time === 'next-week') return toRange(7 - daysSinceMonday, 14 - daysSinceMonday)
  return { until: now }
}
