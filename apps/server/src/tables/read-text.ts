/** Halfwidth Japanese sound marks are letters that NFKD turns into marks. */
const marks = /[\p{M}\uff9e\uff9f]/gu

/** Removes accents. Marks are removed before normalization, too: it sorts runs of them in quadratic time. */
export const withoutMarks = (text: string) => text.replace(marks, '').normalize('NFKD').replace(marks, '')

/** Maximum length to compare. */
const MAX_PLAIN_LENGTH = 500

/** Folded for comparison: no case, accents, spaces or punctuation. */
export const plain = (text: string) =>
  withoutMarks(text.slice(0, MAX_PLAIN_LENGTH))
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')

/** Truncates without splitting a surrogate pair, which PostgreSQL rejects. */
export const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a date such as 2005-03-09, 3/9/2005, 3/9/05, Mar 9, 2005 or 9-Mar-05. `today`, in the organization's zone,
 * decides the century of two-digit years; omit it to check the format only.
 */
export function readDay(text: string, dayFirst: boolean, today = new Date().toISOString()): string | undefined {
  const written = text.trim().replace(/[T ]\d{1,2}:\d\d.*$/, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(written)
  if (numbers) {
    const [one, two] = [Number(numbers[1]), Number(numbers[2])]
    const year = fullYear(numbers[3] ?? '', today)
    // A month above 12 can only be the day.
    return dayFirst
      ? (dayOf(year, two, one) ?? dayOf(year, one, two))
      : (dayOf(year, one, two) ?? dayOf(year, two, one))
  }
  const named =
    /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4}|\d{2})$/i.exec(written) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})\.?[\s,-]+(?<year>\d{4}|\d{2})$/i.exec(written)
  if (!named?.groups) return undefined
  const { month = '', day, year = '' } = named.groups
  return dayOf(fullYear(year, today), months.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day))
}

/** Two-digit years are never in the future. */
function fullYear(digits: string, today: string) {
  if (digits.length === 4) return Number(digits)
  const thisYear = Number(today.slice(0, 4))
  const year = Math.floor(thisYear / 100) * 100 + Number(digits)
  return year > thisYear ? year - 100 : year
}

function dayOf(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && month >= 1 ? date.toISOString().slice(0, 10) : undefined
}
