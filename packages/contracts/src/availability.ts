import * as z from 'zod/mini'
import { day, daysBetween } from './days.ts'
import { boundedString } from './text.ts'

const time = boundedString(5, 'Enter a time').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'))
/** Hours of one day, in the organization's time zone. */
export const hours = z
  .strictObject({ from: time, until: time })
  .check(z.refine(({ from, until }) => from < until, { error: 'Enter a time after the start', path: ['until'] }))
export type Hours = z.infer<typeof hours>

/** "10:00 AM to 2:30 PM" */
export const hoursInWords = ({ from, until }: Hours) => `${clockTime(from)} to ${clockTime(until)}`

/** "2:30 PM" */
export function clockTime(time: string) {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

const MOST_DAYS = 366
export const MOST_AWAY_TIMES = 300
export const availabilityQuery = z
  .strictObject({
    from: day,
    /** The last day. */
    until: day,
    athlete: z.optional(z.uuid().check(z.toLowerCase())),
  })
  .check(
    z.refine(({ from, until }) => daysBetween(from, until) < MOST_DAYS, {
      error: `Choose at most ${MOST_DAYS} days`,
      path: ['until'],
    }),
  )
export type AvailabilityQuery = z.infer<typeof availabilityQuery>

/** When an athlete is away. Deliberately without an id or a reason: readers may not know the deal behind it. */
export const awayTime = z.object({
  athlete: z.object({ id: z.uuid(), name: z.string() }),
  day: z.string(),
  from: z.string(),
  until: z.string(),
})
export type AwayTime = z.infer<typeof awayTime>
/** By day and time. Overlapping times of an athlete are one. */
export const availability = z.object({ away: z.array(awayTime), more: z.boolean() })
export type Availability = z.infer<typeof availability>
