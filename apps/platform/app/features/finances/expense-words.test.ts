import { expect, test } from 'vitest'
import { shareInWords, shareTyped } from './expense-words.ts'

test('a share is written and read as a percentage', () => {
  expect([200_000, 125_000, 1_000_000, 1].map(shareInWords)).toEqual(['20%', '12.5%', '100%', '0.0001%'])
  expect(['20', '12.5 %', '100%'].map(shareTyped)).toEqual([200_000, 125_000, 1_000_000])
  expect(['', 'some', '%'].map(shareTyped)).toEqual([Number.NaN, Number.NaN, Number.NaN])
})
