import { expect, test } from 'vitest'
import { dueInWords, isLate, placeOfRecord, stateInWords } from './task-words.ts'

const today = '2026-11-17'

test.each([
  [{ day: null, time: null }, ''],
  [{ day: '2026-11-17', time: null }, 'Today'],
  [{ day: '2026-11-18', time: '15:00' }, 'Tomorrow, 3:00 PM'],
  [{ day: '2026-11-16', time: null }, 'Yesterday'],
  [{ day: '2026-11-19', time: null }, 'Thu, Nov 19'],
  [{ day: '2027-01-04', time: '09:30' }, 'Jan 4, 2027, 9:30 AM'],
])('%o is %s', (due, words) => expect(dueInWords(due, today)).toBe(words))

test('a task is late after its day, until it is completed', () => {
  expect(isLate({ day: '2026-11-16', done: null }, today)).toBe(true)
  expect(isLate({ day: '2026-11-17', done: null }, today)).toBe(false)
  expect(isLate({ day: '2026-11-16', done: { at: '2026-11-17T10:00:00Z', by: null } }, today)).toBe(false)
})

test('a record has its own path', () => {
  expect(placeOfRecord({ kind: 'company', id: 'c1', name: 'Halden' })).toBe('companies/c1')
})

test('a late task says by how much', () => {
  expect(stateInWords({ day: '2026-11-15', time: '09:00', done: null }, today)).toBe('2 days late')
  expect(stateInWords({ day: '2026-11-18', time: null, done: null }, today)).toBe('Tomorrow')
})
