/** Clocks in the organization's time zone, for `datetime-local` controls: officers elsewhere file for the same clock. */
export function wallTime(instant: string, timeZone: string) {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  // Sweden writes ISO dates.
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(instant)).replace(' ', 'T')
}

/** Undefined for an incomplete time. A time that DST skips counts from before it. */
export function instantAt(wall: string, timeZone: string) {
  const wanted = Date.parse(`${wall}Z`)
  if (Number.isNaN(wanted)) return undefined
  const offsetAt = (time: number) => Date.parse(`${wallTime(new Date(time).toISOString(), timeZone)}Z`) - time
  const time = wanted - offsetAt(wanted - offsetAt(wanted))
  return new Date(time).toISOString()
}

/** "Eastern Time" */
export function zoneName(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
