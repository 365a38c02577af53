import { expect, test } from 'vitest'
import { parseShare, shareInWords } from './expense-words.ts'

test('shares are formatted and parsed as percentages', () => {
  expect([200_000, 125_000, 1_000_000, 1].map(shareInWords)).toEqual(['20%', '12.5%', '100%', '0.0001%'])
  expect(['20', '12.5 %', '100%'].map(parseShare)).toEqual([200_000, 125_000, 1_000_000])
  expect(['', 'some', '%'].map(parseShare)).toEqual([Number.NaN, Number.NaN, Number.NaN])
})
