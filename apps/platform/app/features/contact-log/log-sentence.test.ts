import { expect, test } from 'vitest'
import { logDetails, logSentence } from './log-sentence.ts'

const ada = { id: 'c1', name: 'Ada Okoye' }

test.each([
  ['call', 'out', null, 'called Jonah Okoye'],
  ['call', 'in', ada, 'got a call from Ada Okoye'],
  ['call', null, null, 'logged a call with Jonah Okoye'],
  ['text', 'out', { id: null, name: null }, 'texted a contact'],
  ['meeting', 'in', ada, 'met Ada Okoye'],
  ['letter', 'out', null, 'wrote to Jonah Okoye'],
  ['note', null, null, 'wrote a note'],
] as const)('%s %s', (kind, direction, contact, sentence) => {
  expect(logSentence({ kind, direction, contact }, 'Jonah Okoye')).toBe(sentence)
})

test('result and minutes are one line', () => {
  expect(logDetails({ result: 'left-message', minutes: 2 })).toBe('Left a message, 2 min')
  expect(logDetails({ result: 'took-place', minutes: 60 })).toBe('60 min')
  expect(logDetails({ result: 'took-place', minutes: null })).toBe('Took place')
  expect(logDetails({ result: null, minutes: null })).toBe('')
})
