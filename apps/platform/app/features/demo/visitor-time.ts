/** Where a visitor reads the clock: in a time zone or, if theirs is unknown, so many minutes ahead of UTC. */
export type VisitorClock = { timeZone: string | null; offsetMinutes: number }

const options = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** A moment as the visitor's clock shows it. */
export function inVisitorTime(at: string | Date, { timeZone, offsetMinutes }: VisitorClock) {
  const moment = new Date(at)
  if (timeZone) return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(moment)
  const shifted = new Date(moment.getTime() + offsetMinutes * 60_000)
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(shifted)
}

/** The same moment on the clock of whoever reads. */
export function inOwnTime(at: string | Date) {
  return new Intl.DateTimeFormat('en-US', options).format(new Date(at))
}

/** Such as "Europe/Paris", or "UTC+1" where the zone is unknown. */
export function clockName({ timeZone, offsetMinutes }: VisitorClock) {
  if (timeZone) return timeZone.replaceAll('_', ' ')
  const hours = Math.abs(offsetMinutes) / 60
  return offsetMinutes === 0 ? 'UTC' : `UTC${offsetMinutes < 0 ? '−' : '+'}${hours}`
}

export function ownClockName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}

/** The hour of the day by the visitor's clock, from 0 to 23. */
export function visitorHour(at: string | Date, { timeZone, offsetMinutes }: VisitorClock) {
  if (!timeZone) return new Date(new Date(at).getTime() + offsetMinutes * 60_000).getUTCHours()
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(new Date(at))
  return Number(hour)
}

const isWorkingHour = (hour: number) => hour >= 8 && hour < 18

/** Whether a demo is at a time when people work, on both sides. */
export function workingHours(at: string | Date, clock: VisitorClock) {
  const [theirs, ours] = [isWorkingHour(visitorHour(at, clock)), isWorkingHour(new Date(at).getHours())]
  if (theirs && ours) return 'Inside working hours on both sides.'
  if (!theirs && !ours) return 'Outside of working hours on both sides.'
  return theirs ? 'Outside of our working hours.' : 'Outside of the visitor’s working hours.'
}

/** What a field of type datetime-local shows for a moment, by the reader's clock. */
export function asFieldValue(at: string) {
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
