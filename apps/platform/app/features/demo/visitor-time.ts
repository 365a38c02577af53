/** Where a visitor reads the clock: in a time zone or, if theirs is unknown, so many minutes ahead of UTC. */
export type VisitorClock = { timeZone: string | null; offsetMinutes: number }

/** For the present moment: the date is known. */
export const shortly = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
const options: Intl.DateTimeFormatOptions = { ...shortly, month: 'short', day: 'numeric' }

/** A moment as the visitor's clock shows it. */
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

/** The same moment on the clock of whoever reads. */
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

/** On a weekday, from 8 to 18 by a clock: the visitor's, or without one the reader's own. */
function isWorkingTime(at: string | Date, clock?: VisitorClock) {
  const shown = { weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const
  const [day = '', hour = ''] = (clock ? inVisitorTime(at, clock, shown) : inOwnTime(at, shown)).split(/,? /)
  return !day.startsWith('S') && Number(hour) >= 8 && Number(hour) < 18
}

/** Whether a demo is at a time when people work, on both sides. */
export function workingHours(at: string | Date, clock: VisitorClock) {
  const [theirs, ours] = [isWorkingTime(at, clock), isWorkingTime(at)]
  if (theirs && ours) return 'Inside working hours on both sides.'
  if (!theirs && !ours) return 'Outside of working hours on both sides.'
  return theirs ? 'Outside of our working hours.' : 'Outside of the visitor’s working hours.'
}

/** What a field of type datetime-local shows for a moment, by the reader's clock. */
export function asFieldValue(at: string) {
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
