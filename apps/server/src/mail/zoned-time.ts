import { zoneFormats } from '@sherpa/contracts/zone-formats'
/** Where somebody reads the clock: in a time zone if it is known, else at a fixed distance from UTC. */
export type Place = { timeZone: string | null; offsetMinutes: number }

/** An IANA name. `Intl` also takes `+05:30`, which is an offset and no zone. */
export function isTimeZone(name: string): boolean {
  return offsetFormat(name) !== undefined
}

/** The zone of a place, unless this machine's tables do not have it; then the offset counts. */
export function zoneOf({ timeZone }: Place): string | undefined {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : undefined
}

const spoken = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** `Monday, November 16, 2026 at 10:30 AM`: what the page says when the time is chosen. */
export function spokenTime(moment: Date, place: Place): string {
  // Some engines put a narrow space before AM and PM.
  return spoken.format(shifted(moment, offsetAt(moment, place))).replaceAll('\u202f', ' ')
}

/** `November 16, 2026` in UTC, for days that do not depend on where somebody is: of invoices, prices and trials. */
export function spokenDay(timestamp: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))
}

/** `America/New_York, UTC-05:00`. The offset tells apart the two moments of a time that the clocks show twice. */
export function zoneLabel(moment: Date, place: Place): string {
  const offset = offsetAt(moment, place)
  const sign = offset < 0 ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  const zone = zoneOf(place)
  return `${zone ? `${zone}, ` : ''}UTC${sign}${hours}:${minutes}`
}

/** What the clock on the wall shows: `2026-11-16T10:30:00`. */
export function wallClock(moment: Date, place: Place): string {
  return shifted(moment, offsetAt(moment, place)).toISOString().slice(0, 19)
}

/** The moment at which the clock on the wall shows this (`2026-11-16T10:30`): the first, if there are two. */
export function momentAt(wallClock: string, place: Place): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wallClock)) return undefined
  const asUtc = new Date(`${wallClock}Z`)
  if (Number.isNaN(asUtc.getTime())) return undefined
  // The offset is that of the moment itself: the first guess may be on the other side of a change of the clocks.
  const guess = shifted(asUtc, -offsetAt(asUtc, place))
  return shifted(asUtc, -offsetAt(guess, place))
}

/** Whether the clocks of the place show this time twice, because they are set back around it. */
export function isShownTwice(moment: Date, place: Place): boolean {
  const offset = offsetAt(moment, place)
  return [-24, 24].some((hours) => {
    const other = offsetAt(shifted(moment, hours * 60), place)
    return other !== offset && offsetAt(shifted(moment, offset - other), place) === other
  })
}

/** Minutes ahead of UTC. */
export function offsetAt(moment: Date, { timeZone, offsetMinutes }: Place): number {
  const format = timeZone === null ? undefined : offsetFormat(timeZone)
  if (!format) return offsetMinutes
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const distance = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -distance : distance
}

function shifted(moment: Date, minutes: number) {
  return new Date(moment.getTime() + minutes * 60_000)
}

const offsetFormat = zoneFormats({ timeZoneName: 'longOffset' })
