/** The value of a `datetime-local` control, in the reader's time zone. */
export function localTime(instant?: string, now = new Date()) {
  const time = instant ? new Date(instant) : now
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
