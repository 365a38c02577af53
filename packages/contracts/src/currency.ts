import * as z from 'zod/mini'

/** ISO 4217: how many digits follow the point, and the signs that people write instead of the code, longer ones first. */
const table = {
  USD: { digits: 2, signs: ['US$', '$'] },
  AED: { digits: 2, signs: [] },
  AUD: { digits: 2, signs: ['A$', '$'] },
  BRL: { digits: 2, signs: ['R$'] },
  CAD: { digits: 2, signs: ['CA$', 'C$', '$'] },
  CHF: { digits: 2, signs: ['Fr.'] },
  CNY: { digits: 2, signs: ['CN¥', '¥'] },
  DKK: { digits: 2, signs: ['kr'] },
  EUR: { digits: 2, signs: ['€'] },
  GBP: { digits: 2, signs: ['£'] },
  INR: { digits: 2, signs: ['₹'] },
  JPY: { digits: 0, signs: ['¥'] },
  KRW: { digits: 0, signs: ['₩'] },
  MXN: { digits: 2, signs: ['MX$', '$'] },
  NOK: { digits: 2, signs: ['kr'] },
  NZD: { digits: 2, signs: ['NZ$', '$'] },
  SEK: { digits: 2, signs: ['kr'] },
  ZAR: { digits: 2, signs: ['R'] },
} as const satisfies Record<string, { digits: number; signs: readonly string[] }>
export type Currency = keyof typeof table
export const currencies = Object.keys(table) as Currency[]
export const currency = z.enum(currencies, 'Choose a currency')

/** What was typed in place of an amount, with what is wrong with it. */
class NoAmount {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

const EMPTY = 'Enter an amount'
export const TOO_LARGE = 'This amount is too large. Enter a smaller one'

/**
 * The largest amount that can be entered, and the most that one deal may promise. The largest contracts, of almost a billion dollars, fit in every
 * currency of ours: in Indian paise they take nearly all of it. 900 times as much is still a safe integer, so that totals are exact.
 */
export const MOST_MINOR = 10_000_000_000_000

/** An amount in the smallest unit of its currency, such as cents. Of what forms read with `typedAmount`, it tells what is wrong. */
export const wholeMinor = z.int({ error: ({ input }) => (input instanceof NoAmount ? input.problem : EMPTY) })
/** Nothing is less than nothing. */
export const amountMinor = wholeMinor.check(z.minimum(0, 'Enter an amount of 0 or more'))

/** A sum in an answer. One beyond a safe integer is not exact to the cent, but the answer is not refused for it. */
export const sumMinor = z.number()

/** Making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Such as "$1,200.50": exact, however large it is. */
export function formatMoney(minor: number, currency: Currency, locale: string): string {
  // A text in place of a number: beyond some trillions a number cannot tell cents apart.
  const amount = `${minor}E-${table[currency].digits}` as `${number}`
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format.format(amount)
}

/** Such as "1200.50", for files that other programs read. */
export function decimalOf(minor: number, currency: Currency): string {
  const { digits } = table[currency]
  const sign = minor < 0 ? '-' : ''
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0')
  return sign + (digits ? `${figures.slice(0, -digits)}.${figures.slice(-digits)}` : figures)
}

const zeros: Record<string, number> = { '': 0, k: 3, m: 6 }
const written = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?\s?([km]?)$/

/**
 * Reads an amount as people write it: $1,200.50, 1200, USD 1200, 250k, 1.2m. A comma only separates thousands, and what could be read in two
 * ways is refused: 1.200 dollars may be meant as twelve hundred.
 */
export function parseMoney(text: string, currency: Currency): { minor: number } | { problem: string } {
  const { digits } = table[currency]
  const figuresTyped = withoutSign(text, currency)
  if (figuresTyped === '') return { problem: EMPTY }
  if (/^[-−]/.test(figuresTyped)) return { problem: 'Enter an amount without a minus sign' }
  const [, whole = '', fraction = '', suffix = ''] = written.exec(figuresTyped) ?? []
  if (!whole && !fraction) {
    return { problem: `This is not an amount in ${currency}. Enter one such as ${digits ? '1,200.50' : '1,200'}` }
  }
  const tooManyDigits = {
    problem: digits
      ? `Enter at most ${digits} digits after the point`
      : `Enter an amount without decimals: ${currency} has none`,
  }
  if (!suffix && fraction.length > digits) return tooManyDigits
  const shift = digits + (zeros[suffix] ?? 0) - fraction.length
  const figures = whole.replaceAll(',', '') + fraction
  const tooPrecise = shift < 0 && /[^0]/.test(figures.slice(shift))
  if (tooPrecise) return tooManyDigits
  const minor = Number(shift < 0 ? figures.slice(0, shift) || 0 : figures + '0'.repeat(shift))
  return minor <= MOST_MINOR ? { minor } : { problem: TOO_LARGE }
}

/** What was typed, for a field that the schema of an amount checks. */
export function typedAmount(text: string, currency: Currency): number | NoAmount {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : new NoAmount(read.problem)
}

/** Without the code or the sign of the currency, before or after the amount. */
function withoutSign(text: string, currency: Currency) {
  const trimmed = text.trim().toLowerCase()
  const signs = [currency, ...table[currency].signs].map((sign) => sign.toLowerCase())
  const before = signs.find((sign) => trimmed.startsWith(sign))
  if (before) return trimmed.slice(before.length).trim()
  const after = signs.find((sign) => trimmed.endsWith(sign))
  return after ? trimmed.slice(0, -after.length).trim() : trimmed
}

/** Parts that add up to the whole: what cannot be divided goes, one unit at a time, to the first ones. */
export function splitEvenly(totalMinor: number, parts: number): number[] {
  const remainder = totalMinor % parts
  const share = (totalMinor - remainder) / parts
  return Array.from({ length: parts }, (_, index) => share + (index < remainder ? 1 : 0))
}
