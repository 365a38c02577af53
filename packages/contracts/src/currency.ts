import * as z from 'zod/mini'
import { ownValue } from './own-value.ts'

/** ISO 4217 decimals, and common symbols, longer ones first. */
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

/** Decimals of an amount. */
export const minorDigits = (of: Currency): number => table[of].digits
/** Signs that people write, such as "$" and "US$". */
export const currencySigns = (of: Currency): readonly string[] => table[of].signs

/** Input that is not an amount, with its error. */
class InvalidAmount {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

const EMPTY = 'Enter an amount'
export const TOO_LARGE = 'This amount is too large. Enter a smaller one'

/**
 * The largest amount of an entry or a deal. The largest contracts, almost a billion dollars, fit in every currency, even
 * in Indian paise. Totals up to 900 times as large are still safe integers.
 */
export const MOST_MINOR = 10_000_000_000_000

/** In minor units, such as cents. Takes its error from `typedAmount` of forms. */
export const wholeMinor = z.int({ error: ({ input }) => (input instanceof InvalidAmount ? input.problem : EMPTY) })
export const amountMinor = wholeMinor.check(z.minimum(0, 'Enter an amount of 0 or more'))

/** Totals in answers may exceed safe integers: inexact, but not refused. */
export const sumMinor = z.number()

/** Creating a formatter costs about 100 times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Such as "$1,200.50", exact at any size. */
export function formatMoney(minor: number, currency: Currency, locale: string): string {
  // A string keeps cents exact beyond the precision of numbers.
  const amount = `${minor}E-${table[currency].digits}` as `${number}`
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format.format(amount)
}

/** Such as "1200.50", for exports. */
export function decimalOf(minor: number, currency: Currency): string {
  const { digits } = table[currency]
  const sign = minor < 0 ? '-' : ''
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0')
  return sign + (digits ? `${figures.slice(0, -digits)}.${figures.slice(-digits)}` : figures)
}

const zeros: Record<string, number> = { '': 0, k: 3, m: 6 }
const written = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?\s?([km]?)$/

/**
 * Parses amounts such as $1,200.50, 1200, USD 1200, 250k or 1.2m. Commas only separate thousands. Ambiguous input is
 * refused: 1.200 dollars may mean twelve hundred.
 */
export function parseMoney(text: string, currency: Currency): { minor: number } | { problem: string } {
  const { digits } = table[currency]
  const figuresTyped = withoutSign(text, currency)
  if (figuresTyped === '') return { problem: EMPTY }
  if (/^[-−]/.test(figuresTyped)) return { problem: 'Enter an amount without a minus sign' }
  const [, whole = '', fraction = '', suffix = ''] = written.exec(figuresTyped) ?? []
  if (!whole && !fraction) {
    return { problem: `Enter an amount in ${currency}, such as ${digits ? '1,200.50' : '1,200'}` }
  }
  const tooManyDigits = {
    problem: digits ? `Enter at most ${digits} decimals` : `Enter a whole amount: ${currency} has no decimals`,
  }
  if (!suffix && fraction.length > digits) return tooManyDigits
  const shift = digits + (ownValue(zeros, suffix) ?? 0) - fraction.length
  const figures = whole.replaceAll(',', '') + fraction
  const tooPrecise = shift < 0 && /[^0]/.test(figures.slice(shift))
  if (tooPrecise) return tooManyDigits
  const minor = Number(shift < 0 ? figures.slice(0, shift) || 0 : figures + '0'.repeat(shift))
  return minor <= MOST_MINOR ? { minor } : { problem: TOO_LARGE }
}

/** Parses a typed amount. The amount schema turns `InvalidAmount` into its error message. */
export function typedAmount(text: string, currency: Currency): number | InvalidAmount {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : new InvalidAmount(read.problem)
}

function withoutSign(text: string, currency: Currency) {
  const trimmed = text.trim().toLowerCase()
  const signs = [currency, ...table[currency].signs].map((sign) => sign.toLowerCase())
  const before = signs.find((sign) => trimmed.startsWith(sign))
  if (before) return trimmed.slice(before.length).trim()
  const after = signs.find((sign) => trimmed.endsWith(sign))
  return after ? trimmed.slice(0, -after.length).trim() : trimmed
}

/** The first parts take the remainder, one minor unit each. */
export function splitEvenly(totalMinor: number, parts: number): number[] {
  const remainder = totalMinor % parts
  const share = (totalMinor - remainder) / parts
  return Array.from({ length: parts }, (_, index) => share + (index < remainder ? 1 : 0))
}
