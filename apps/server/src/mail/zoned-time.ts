import { zoneFormats } from '@sherpa/contracts/zone-formats'
/** Time zone if known, else a fixed UTC offset. */
export type Place = { timeZone: string | null; offsetMinutes: number }

/** IANA name. `Intl` also accepts `+05:30`, which is an offset. */
export function isTimeZone(name: string): boolean {
  return offsetFormat(name) !== undefined
}

/** Time zone, unless the runtime does not know it: then the offset applies. */
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

/** `Monday, November 16, 2026 at 10:30 AM`, as on the demo form. */
export function spokenTime(moment: Date, place: Place): string {
  // Some ICU versions put a narrow space before AM and PM.
  return spoken.format(shifted(moment, offsetAt(moment, place))).replaceAll('\u202f', ' ')
}

/** `November 16, 2026` in UTC, for invoices, prices and trials. */
export function spokenDay(timestamp: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))
}

/** `America/New_York, UTC-05:00`. The offset disambiguates times repeated by a DST change. */
export function zoneLabel(moment: Date, place: Place): string {
  const offset = offsetAt(moment, place)
  const sign = offset < 0 ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  const zone = zoneOf(place)
  return `${zone ? `${zone}, ` : ''}UTC${sign}${hours}:${minutes}`
}

/** Local time: `2026-11-16T10:30:00`. */
export function wallClock(moment: Date, place: Place): string {
  return shifted(moment, offsetAt(moment, place)).toISOString().slice(0, 19)
}

/** Instant of a local time (`2026-11-16T10:30`). When the clock shows it twice, the earlier one. */
export function momentAt(wallClock: string, place: Place): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wallClock)) return undefined
  const asUtc = new Date(`${wallClock}Z`)
  if (Number.isNaN(asUtc.getTime())) return undefined
  // Second pass with the offset of the result: the first may be across a DST change.
  const guess = shifted(asUtc, -offsetAt(asUtc, place))
  return shifted(asUtc, -offsetAt(guess, place))
}

/** Whether a DST change makes this local time ambiguous. */
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
