/** The Monday of the week of a day (2026-11-17), in the reader's time zone; without one, of the current week. */
export function mondayOf(day: string | null, today = new Date()) {
  const named = dayIn(day ?? '') ?? today
  const sinceMonday = (named.getDay() + 6) % 7
  return new Date(named.getFullYear(), named.getMonth(), named.getDate() - sinceMonday)
}

/** The start of a day (2026-11-17) in the reader's time zone. */
export function dayIn(text: string) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  return year && month && date ? new Date(year, month - 1, date) : undefined
}

export function daysLater(day: Date, days: number) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

/** As in addresses: 2026-11-17. */
export function asDay(day: Date) {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
