import { expect, test } from 'vitest'
import { dueAfter, endOfDay, spanOf } from './promise-clock.ts'

const newYork = 'America/New_York'
const due = (asked: string, zone = newYork) => dueAfter(new Date(asked), zone).toISOString()

test.each([
  ['Monday morning', '2026-11-16T09:00:00-05:00', '2026-11-16T18:00:00.000Z'],
  ['Monday, the first moment', '2026-11-16T00:00:00-05:00', '2026-11-16T09:00:00.000Z'],
  [
    'Friday evening: still a weekday, so by three in the night',
    '2026-11-20T23:00:00-05:00',
    '2026-11-21T08:00:00.000Z',
  ],
  ['Friday, the last moment', '2026-11-20T23:59:59-05:00', '2026-11-21T08:59:59.000Z'],
  ['Saturday, the first moment', '2026-11-21T00:00:00-05:00', '2026-11-22T05:00:00.000Z'],
  ['Sunday, the last moment: by the same time on Monday', '2026-11-22T23:59:00-05:00', '2026-11-24T04:59:00.000Z'],
  ['a holiday is a day like all others', '2026-12-25T10:00:00-05:00', '2026-12-25T19:00:00.000Z'],
])('%s', (_, asked, answered) => {
  expect(due(asked)).toBe(answered)
})

test('the day is the company’s, not the visitor’s: Saturday morning in Tokyo is Friday in New York', () => {
  expect(due('2026-11-21T09:00:00+09:00')).toBe('2026-11-21T04:00:00.000Z')
  expect(due('2026-11-21T09:00:00+09:00', 'Asia/Tokyo')).toBe('2026-11-22T00:00:00.000Z')
})

test('hours are hours, also when the clocks are changed meanwhile', () => {
  // Clocks go back on Sunday, November 1, and forward on Sunday, March 14.
  expect(due('2026-10-31T22:00:00-04:00')).toBe('2026-11-02T02:00:00.000Z')
  expect(due('2027-03-13T22:00:00-05:00')).toBe('2027-03-15T03:00:00.000Z')
  // Egypt changes its clocks in the night to a Friday: 22:00 and four hours are 3:00 there.
  expect(due('2026-04-23T22:00:00+02:00', 'Africa/Cairo')).toBe('2026-04-24T00:00:00.000Z')
})

test.each([
  ['an ordinary day', '2026-11-16T12:00:00-05:00', '2026-11-17T05:00:00.000Z'],
  ['the day on which clocks go back', '2026-11-01T00:30:00-04:00', '2026-11-02T05:00:00.000Z'],
  ['the day on which they go forward', '2027-03-14T00:30:00-05:00', '2027-03-15T04:00:00.000Z'],
])('a day ends at midnight by the company’s clock: %s', (_, moment, end) => {
  expect(endOfDay(new Date(moment), newYork).toISOString()).toBe(end)
})

test.each([
  // A Sunday in New York, although it is Monday in Paris by then; clocks go back on November 1.
  ['today', '2026-11-01T20:00:00-05:00', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['this-week', '2026-11-01T20:00:00-05:00', '2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['next-week', '2026-11-01T20:00:00-05:00', '2026-11-02T05:00:00.000Z', '2026-11-09T05:00:00.000Z'],
  ['this-week', '2026-11-16T00:00:00-05:00', '2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
  ['past', '2026-11-16T00:00:00-05:00', undefined, '2026-11-16T05:00:00.000Z'],
] as const)('%s, at %s by the company’s clock', (time, now, from, until) => {
  const span = spanOf(time, new Date(now), newYork)
  expect([span.from?.toISOString(), span.until.toISOString()]).toEqual([from, until])
})
