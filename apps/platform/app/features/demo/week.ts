/** The Monday of the week that a day (2026-11-17) is in, by the reader's calendar; of the present week without one. */
export function mondayOf(day: string | null, today = new Date()) {
  const named = dayIn(day ?? '') ?? today
  const sinceMonday = (named.getDay() + 6) % 7
  return new Date(named.getFullYear(), named.getMonth(), named.getDate() - sinceMonday)
}

/** The beginning of a day (2026-11-17), by the reader's calendar. */
export function dayIn(text: string) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  return year && month && date ? new Date(year, month - 1, date) : undefined
}

export function daysLater(day: Date, days: number) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

/** As an address has it. */
export function asDay(day: Date) {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
