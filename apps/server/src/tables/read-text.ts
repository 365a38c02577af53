import { ownValue } from '@sherpa/contracts/own-value'

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

/** Folded name of a thing. "ß" is written in two ways, and names in other scripts are compared as they are. */
export const foldName = (text: string) => plain(text.replaceAll('ß', 'ss')) || text.trim()

/** Removes the apostrophe that exports put before formulas. */
export const withoutGuard = (cell: string) =>
  cell.startsWith("'") ? cell.replace(/^'(?=\s*(?:'+\s*)?[=+\-@＝＋－＠])/, '') : cell

/**
 * Puts a space for what is in brackets, up to the next closing one. A pattern such as /\([^)]*\)/ would search the rest of
 * the text from each opening bracket.
 */
export function replaceBrackets(text: string, brackets: '()' | '[]') {
  const [open = '', close = ''] = brackets
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    const end = start === -1 ? -1 : text.indexOf(close, start)
    if (end === -1) return kept + text.slice(from)
    kept += `${text.slice(from, start)} `
    from = end + 1
  }
}

/** Truncates without splitting a surrogate pair, which PostgreSQL rejects. */
export const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** English, German, Spanish and French, by their beginnings. */
const months: readonly RegExp[] = [
  /^(jan|ene|janv)/,
  /^(feb|fev)/,
  /^(mar|mrz)/,
  /^(apr|abr|avr)/,
  /^(may|mai)/,
  /^(jun|juin)/,
  /^(jul|juil)/,
  /^(aug|ago|aou)/,
  /^(sep|set)/,
  /^(oct|okt)/,
  /^nov/,
  /^(dec|dez|dic)/,
]
/** The year before the first of a Japanese era. */
const eras: Record<string, number> = { 昭和: 1925, 平成: 1988, 令和: 2018 }
const monthOf = (name: string) => months.findIndex((month) => month.test(plain(name))) + 1

/**
 * Parses a date such as 2005-03-09, 20050309, 3/9/2005, 3/9/05, 9.3.2005, Mar 9, 2005, 9-Mar-05 or Wed, 9 Mar 2005.
 * `today`, in the organization's zone, decides the century of two-digit years; omit it to check the format only.
 */
export function readDay(text: string, dayFirst: boolean, today = new Date().toISOString()): string | undefined {
  const written = text
    .trim()
    .replace(/[T ]\d{1,2}:\d\d[\s\S]*$/, '')
    .replace(/['’](?=\d\d$)/, '')
    .replace(/^\p{L}{2,10}\.?,\s*(?=[\p{L}\d])/u, '')
    .replace(/^(昭和|平成|令和)\s*(\d{1,2}|元)(?=\s*年)/, (_, era: string, year: string) =>
      String((ownValue(eras, era) ?? 0) + (year === '元' ? 1 : Number(year))),
    )
    .replace(/^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/, '$1-$2-$3')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(written)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})$/.exec(written)
  if (numbers) {
    const [one, two] = [Number(numbers[1]), Number(numbers[3])]
    const year = fullYear(numbers[4] ?? '', today)
    // Dots are European. A month above 12 can only be the day.
    return dayFirst || numbers[2] === '.'
      ? (dayOf(year, two, one) ?? dayOf(year, one, two))
      : (dayOf(year, one, two) ?? dayOf(year, two, one))
  }
  const named =
    /^(?<month>\p{L}{3,10})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?<year>\d{4}|\d{2})$/iu.exec(written) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?(?:\s+de)?[\s-]*(?<month>\p{L}{3,10})\.?(?:\s+de)?[\s,-]*(?<year>\d{4}|\d{2})$/iu.exec(
      written,
    )
  if (!named?.groups) return undefined
  const { month = '', day, year = '' } = named.groups
  return dayOf(fullYear(year, today), monthOf(month), Number(day))
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

/** Days from 1899-12-30, as Excel counts. */
const EXCEL_EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

/** A day in the number format of Excel: 38420 is 2005-03-09. */
export function readSerialDay(text: string): string | undefined {
  const serial = /^\d{5}(?:\.\d+)?$/.test(text.trim()) ? Math.floor(Number(text)) : Number.NaN
  if (!(serial >= 10_000 && serial < 73_051)) return undefined
  return new Date((serial - EXCEL_EPOCH_DAYS) * DAY_MS).toISOString().slice(0, 10)
}
