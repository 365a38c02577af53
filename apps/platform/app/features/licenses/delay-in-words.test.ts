import { expect, test } from 'vitest'
import { delayInWords } from './delay-in-words.ts'

test.each([
  [null, '2026-11-12', null],
  ['2026-11-12', '2026-11-12', '0 days'],
  ['2026-11-12', '2026-11-13', '1 day'],
  ['2026-11-10', '2026-11-13', '3 days'],
  ['2026-11-28', '2026-11-12', 'Before signing'],
])('a contract of %s and a notice of %s: %s', (contractOn, receivedOn, words) => {
  expect(delayInWords({ contractOn, receivedOn })).toBe(words)
})
