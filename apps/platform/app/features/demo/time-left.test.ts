import { expect, test } from 'vitest'
import { durationInWords, shareLeft, timeLeft } from './time-left.ts'

const now = new Date('2026-11-17T15:24:00Z')

test.each([
  ['2026-11-17T14:50:00Z', '34 min late', 'bad'],
  ['2026-11-17T15:31:00Z', '7 min left', 'warning'],
  ['2026-11-17T17:02:00Z', '1 h 38 min left', 'info'],
  ['2026-11-17T15:24:00Z', '0 min left', 'warning'],
])('due at %s: %s', (dueAt, words, tone) => {
  expect(timeLeft(dueAt, now)).toEqual({ words, tone })
})

test.each([
  [60, '1 h'],
  [61, '1 h 1 min'],
  [1440, '1 day'],
  [5000, '3 days'],
])('%i minutes are %s', (minutes, words) => {
  expect(durationInWords(minutes)).toBe(words)
})

test.each([
  ['10:00', 100],
  ['11:00', 75],
  ['13:59', 0],
  ['14:01', 100],
])('at %s the ring shows %i percent', (time, share) => {
  const request = { askedAt: '2026-11-17T10:00:00Z', dueAt: '2026-11-17T14:00:00Z' }
  expect(shareLeft(request, new Date(`2026-11-17T${time}:00Z`))).toBe(share)
})
