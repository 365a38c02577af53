import { expect, test } from 'vitest'
import { agoInWords, agoLabel, daysInWords } from './moments.tsx'

const now = new Date('2026-11-17T10:24:00')

test.each([
  ['2026-11-17T10:23:30', 'just now'],
  ['2026-11-17T09:46:00', '38 min ago'],
  ['2026-11-17T07:00:00', '3 hr ago'],
  ['2026-11-16T09:00:00', 'yesterday'],
  ['2026-11-14T09:00:00', '3 days ago'],
  ['2026-11-09T09:00:00', 'Nov 9, 2026'],
])('%s is %j', (at, words) => {
  expect(agoInWords(at, now)).toBe(words)
})

test('standalone texts start with a capital', () => {
  expect(agoLabel('2026-11-16T09:00:00', now)).toBe('Yesterday')
  expect(agoLabel('2026-11-17T09:46:00', now)).toBe('38 min ago')
})

test('formats relative days', () => {
  expect([-2, -1, 0, 1, 3].map(daysInWords)).toEqual(['2 days late', '1 day late', 'Today', 'Tomorrow', 'In 3 days'])
})
