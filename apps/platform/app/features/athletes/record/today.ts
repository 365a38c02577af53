/** The day of the calendar where the reader is: 2026-03-09. */
export function today(now = new Date()) {
  const padded = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${padded(now.getMonth() + 1)}-${padded(now.getDate())}`
}
