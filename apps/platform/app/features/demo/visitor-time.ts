/** A visitor's time zone or, if unknown, offset from UTC. */
export type VisitorClock = { timeZone: string | null; offsetMinutes: number }

/** Without the date, for the current time. */
export const shortly = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
const options: Intl.DateTimeFormatOptions = { ...shortly, month: 'short', day: 'numeric' }

/** Formats an instant in the visitor's time zone. */
export function inVisitorTime(
  at: string | Date,
  { timeZone, offsetMinutes }: VisitorClock,
  shown: Intl.DateTimeFormatOptions = options,
) {
  const moment = new Date(at)
  if (timeZone) return new Intl.DateTimeFormat('en-US', { ...shown, timeZone }).format(moment)
  const shifted = new Date(moment.getTime() + offsetMinutes * 60_000)
  return new Intl.DateTimeFormat('en-US', { ...shown, timeZone: 'UTC' }).format(shifted)
}

/** Formats an instant in the reader's time zone. */
export function inOwnTime(at: string | Date, shown: Intl.DateTimeFormatOptions = options) {
  return new Intl.DateTimeFormat('en-US', shown).format(new Date(at))
}

/** Such as "Europe/Paris", or "UTC+5:30" where the zone is unknown. */
export function clockName({ timeZone, offsetMinutes }: VisitorClock) {
  if (timeZone) return timeZone.replaceAll('_', ' ')
  if (offsetMinutes === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60]
  return `UTC${offsetMinutes < 0 ? '−' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

export function ownClockName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}

/** Weekdays from 8 to 18, in the visitor's time zone or, without one, the reader's. */
function isWorkingTime(at: string | Date, clock?: VisitorClock) {
  const shown = { weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const
  const [day = '', hour = ''] = (clock ? inVisitorTime(at, clock, shown) : inOwnTime(at, shown)).split(/,? /)
  return !day.startsWith('S') && Number(hour) >= 8 && Number(hour) < 18
}

/** The hours of the demo's day in the reader's time zone: who works then, and when the demo starts. */
export function hoursOfDay(at: string, clock: VisitorClock) {
  const demo = new Date(at)
  return Array.from({ length: 24 }, (_, hour) => {
    const start = new Date(demo.getFullYear(), demo.getMonth(), demo.getDate(), hour)
    return { theirs: isWorkingTime(start, clock), ours: isWorkingTime(start), isDemo: demo.getHours() === hour }
  })
}

/** Whether a demo is within business hours of both sides. */
export function workingHours(at: string | Date, clock: VisitorClock) {
  const [theirs, ours] = [isWorkingTime(at, clock), isWorkingTime(at)]
  if (theirs && ours) return 'Within business hours for both sides.'
  if (!theirs && !ours) return 'Outside business hours for both sides.'
  return theirs ? 'Outside our business hours.' : 'Outside the visitor’s business hours.'
}
