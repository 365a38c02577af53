import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { seededRandom } from '../test/seeded-random.ts'
import {
  amountMinor,
  type Currency,
  currencies,
  decimalOf,
  formatMoney,
  MOST_MINOR,
  parseMoney,
  splitEvenly,
  typedAmount,
} from './currency.ts'
import { positiveMinor } from './receipt.ts'
import { fieldErrors } from './text.ts'

test.each([
  [120_050, 'USD', 'en-US', '$1,200.50'],
  [0, 'USD', 'en-US', '$0.00'],
  [5, 'USD', 'en-US', '$0.05'],
  [1200, 'JPY', 'en-US', '¥1,200'],
  [120_050, 'EUR', 'de-DE', '1.200,50\u00a0€'],
  [-120_050, 'USD', 'en-US', '-$1,200.50'],
  [Number.MAX_SAFE_INTEGER - 58, 'USD', 'en-US', '$90,071,992,547,409.33'],
] as const)('%i of %s is shown in %s as %s', (minor, currency, locale, expected) => {
  expect(formatMoney(minor, currency, locale)).toBe(expected)
})

test.each([
  ['$1,200.50', 'USD', 120_050],
  ['1200', 'USD', 120_000],
  [' 1200.5 ', 'USD', 120_050],
  ['1,234,567.89', 'USD', 123_456_789],
  ['USD 1200', 'USD', 120_000],
  ['1200 usd', 'USD', 120_000],
  ['US$ 1,200', 'USD', 120_000],
  ['.50', 'USD', 50],
  ['0', 'USD', 0],
  ['250k', 'USD', 25_000_000],
  ['$1.2m', 'USD', 120_000_000],
  ['1.2 M', 'USD', 120_000_000],
  ['1.25k', 'JPY', 1250],
  ['¥1,200', 'JPY', 1200],
  ['€99.90', 'EUR', 9990],
  ['99.90 €', 'EUR', 9990],
  ['C$5', 'CAD', 500],
  ['100000000000', 'USD', MOST_MINOR],
] as const)('%j in %s is read as %i', (text, currency, minor) => {
  expect(parseMoney(text, currency)).toEqual({ minor })
})

test.each([
  ['', 'USD', 'Enter an amount'],
  ['  ', 'JPY', 'Enter an amount'],
  ['$', 'USD', 'Enter an amount'],
  ['.', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['many', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['many', 'JPY', 'Enter an amount in JPY, such as 1,200'],
  ['-5', 'USD', 'Enter an amount without a minus sign'],
  ['-$5', 'USD', 'Enter an amount without a minus sign'],
  ['$-5', 'USD', 'Enter an amount without a minus sign'],
  ['1200,50', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['1.200,50', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['12,00', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['€5', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['1.2b', 'USD', 'Enter an amount in USD, such as 1,200.50'],
  ['1.23456789k', 'USD', 'Enter at most 2 decimals'],
  ['1.200', 'USD', 'Enter at most 2 decimals'],
  ['1.5', 'JPY', 'Enter a whole amount: JPY has no decimals'],
  ['1.2345k', 'JPY', 'Enter a whole amount: JPY has no decimals'],
  ['100000000000.01', 'USD', 'This amount is too large. Enter a smaller one'],
  ['9'.repeat(40), 'JPY', 'This amount is too large. Enter a smaller one'],
] as const)('%j in %s is refused: %s', (text, currency, problem) => {
  expect(parseMoney(text, currency)).toEqual({ problem })
})

test.each([
  ['', 'Enter an amount'],
  ['many', 'Enter an amount in USD, such as 1,200.50'],
  ['1.234', 'Enter at most 2 decimals'],
  ['0', 'Enter an amount greater than 0'],
  ['-1', 'Enter an amount without a minus sign'],
  ['100000000000.01', 'This amount is too large. Enter a smaller one'],
  ['100000000000', undefined],
])('the input %j shows the error: %s', (text, problem) => {
  const form = z.object({ amountMinor: positiveMinor })
  expect(fieldErrors(form, { amountMinor: typedAmount(text, 'USD') }).get('amountMinor')).toBe(problem)
})

test('does not repeat an error text from a request body', () => {
  const [issue] = amountMinor.safeParse({ problem: 'Not ours' }).error?.issues ?? []
  expect(issue?.message).toBe('Enter an amount')
})

test('decimals round-trip in every currency, including small and negative amounts', () => {
  for (const currency of currencies) {
    const whole = decimalOf(1, currency).length > 1 ? 100 : 1
    for (const minor of [0, 1, 5, 10, 99, 100, 101, 120_050, MOST_MINOR]) {
      const decimal = decimalOf(minor, currency)
      expect(parseMoney(decimal, currency), decimal).toEqual({ minor })
      expect(decimalOf(-minor, currency)).toBe(minor === 0 ? decimal : `-${decimal}`)
      expect(Number(decimalOf(-minor, currency)) * whole).toBeCloseTo(-minor)
    }
  }
  expect([decimalOf(-5, 'USD'), decimalOf(-50, 'USD'), decimalOf(-5, 'JPY')]).toEqual(['-0.05', '-0.50', '-5'])
})

test('every currency fits the largest contracts, and totals of hundreds are exact', () => {
  // The largest contract is below 800 million dollars. Generous exchange rates.
  const perDollar: Partial<Record<Currency, number>> = { INR: 100, KRW: 1600, JPY: 170, MXN: 22, ZAR: 20 }
  for (const currency of currencies) {
    const largest = parseMoney(String(800_000_000 * (perDollar[currency] ?? 12)), currency)
    expect('minor' in largest, currency).toBe(true)
  }
  expect(Number.isSafeInteger(900 * MOST_MINOR)).toBe(true)
})

test('formatted amounts parse to the same amount in every currency', () => {
  const random = seededRandom(4)
  for (const currency of currencies) {
    for (let run = 0; run < 30; run++) {
      const minor = random(0, 10 ** random(0, 12))
      const shown = formatMoney(minor, currency, 'en-US')
      expect(parseMoney(shown, currency), shown).toEqual({ minor })
    }
  }
})

test('decimals match ISO 4217', () => {
  const digits = (currency: Currency) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  for (const currency of currencies) {
    expect(parseMoney('1', currency), currency).toEqual({ minor: 10 ** (digits(currency) ?? 0) })
  }
})

test('parts add up to the whole, differ by at most one, larger ones first', () => {
  const random = seededRandom(5)
  for (let run = 0; run < 500; run++) {
    const total = random(0, 10 ** random(0, 15))
    const parts = splitEvenly(total, random(1, 60))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThanOrEqual(1)
    expect(parts).toEqual(parts.toSorted((a, b) => b - a))
  }
})

test.each([
  [0, true],
  [Number.MAX_SAFE_INTEGER, true],
  [Number.MAX_SAFE_INTEGER + 1, false],
  [-1, false],
  [1.5, false],
])('%d is an amount: %s', (value, expected) => {
  expect(amountMinor.safeParse(value).success).toBe(expected)
})
