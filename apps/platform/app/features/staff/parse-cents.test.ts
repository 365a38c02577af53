import { expect, test } from 'vitest'
import { parseCents } from './parse-cents.ts'

test.each([
  ['49', 4900],
  ['49.5', 4950],
  ['$ 19.99', 1999],
  ['1,250.00', 125_000],
  ['0.29', 29],
  ['1.15', 115],
])('%j is %i cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

test.each(['', 'free', '-5', '4.999', '1.2.3'])('%j is not a price', (typed) => {
  expect(parseCents(typed)).toBeUndefined()
})
