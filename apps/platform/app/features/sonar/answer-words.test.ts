import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { expect, test } from 'vitest'
import { countInWords, problemInWords, readingInWords, refusedInWords, sumsInWords } from './answer-words.ts'

const answer: SonarAnswer = {
  target: 'athletes',
  noun: 'athletes',
  chips: [],
  unknown: [],
  corrected: [],
  ask: [],
  refused: null,
  address: '/organizations/1/athletes',
  count: null,
  of: null,
  figure: null,
  readBy: 'rules',
}

test.each([
  [1, 'athletes', '1 athlete'],
  [2, 'athletes', '2 athletes'],
  [1, 'companies', '1 company'],
  [1, 'fee invoices', '1 fee invoice'],
  [0, 'deals', '0 deals'],
])('%d %s: %s', (count, noun, words) => {
  expect(countInWords({ count: { count, exact: true }, noun })).toBe(words)
})

test('says why there is no list', () => {
  expect(problemInWords(answer)).toBeUndefined()
  expect(problemInWords({ ...answer, address: null })).toMatch(/^Sonar doesn’t understand/)
  expect(problemInWords({ ...answer, address: null, refused: 'money.view' })).toBe(
    'Your role does not include “View money”. Ask an owner.',
  )
  expect(refusedInWords('money.view', ['Amara Cole', 'Jo Park'])).toBe(
    'Your role does not include “View money”. Ask an owner: Amara Cole or Jo Park.',
  )
})

test('sums of currencies are not added', () => {
  const sums = [
    { currency: 'USD' as const, minor: 3_880_000, entries: '' },
    { currency: 'EUR' as const, minor: 120_050, entries: '' },
  ]
  expect(sumsInWords({ name: 'Fees earned', from: null, until: null, sums })).toBe('$38,800 and €1,200.50')
})

test('quotes the words of each chip', () => {
  const chips = [
    { text: 'Position is Wide receiver', removes: ['position'], parts: [{ start: 0, end: 9 }] },
    { text: 'Sorted by name', removes: ['sort'], parts: [] },
  ]
  expect(readingInWords('receivers', { chips })).toBe('“receivers” as Position is Wide receiver')
})
