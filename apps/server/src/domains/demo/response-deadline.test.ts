import { expect, test } from 'vitest'
import { computeDeadline, endOfDay, toTimeRange } from './response-deadline.ts'

const newYork = 'America/New_York'
const computeDue = (asked: string, zone = newYork) => computeDeadline(new Date(asked), zone).toISOString()

test.each([
  ['Monday morning', '2026-11-16T09:00:00-05:00', '2026-11-16T18:00:00.000Z'],
  ['start of Monday', '2026-11-16T00:00:00-05:00', '2026-11-16T09:00:00.000Z'],
  ['Friday evening: due within 4 hours, on Saturday', '2026-11-20T23:00:00-05:00', '2026-11-21T08:00:00.000Z'],
  ['end of Friday', '2026-11-20T23:59:59-05:00', '2026-11-21T08:59:59.000Z'],
  ['start of Saturday', '2026-11-21T00:00:00-05:00', '2026-11-22T05:00:00.000Z'],
  ['end of Sunday: due within 24 hours', '2026-11-22T23:59:00-05:00', '2026-11-24T04:59:00.000Z'],
  ['holidays are ordinary days', '2026-12-25T10:00:00-05:00', '2026-12-25T19:00:00.000Z'],
])('response deadline: %s', (_, asked, answered) => {
  expect(computeDue(asked)).toBe(answered)
})

test('the weekday is in the company’s time zone: Saturday morning in Tokyo is Friday in New York', () => {
  expect(computeDue('2026-11-21T09:00:00+09:00')).toBe('2026-11-21T04:00:00.000Z')
  expect(computeDue('2026-11-21T09:00:00+09:00', 'Asia/Tokyo')).toBe('2026-11-22T00:00:00.000Z')
})

test('deadlines count elapsed hours across daylight saving changes', () => {
  // Clocks go back on Sunday, November 1, and forward on Sunday, March 14.
  expect(computeDue('2026-10-31T22:00:00-04:00')).toBe('2026-11-02T02:00:00.000Z')
  expect(computeDue('2027-03-13T22:00:00-05:00')).toBe('2027-03-15T03:00:00.000Z')
  // Egypt changes its clocks on a Friday at midnight: 22:00 plus four hours is 3:00 there.
  expect(computeDue('2026-04-23T22:00:00+02:00', 'Africa/Cairo')).toBe('2026-04-24T00:00:00.000Z')
})

test.each([
  ['an ordinary day', '2026-11-16T12:00:00-05:00', '2026-11-17T05:00:00.000Z'],
  ['the day when clocks go back', '2026-11-01T00:30:00-04:00', '2026-11-02T05:00:00.000Z'],
  ['the day when clocks go forward', '2027-03-14T00:30:00-05:00', '2027-03-15T04:00:00.000Z'],
])('a day ends at midnight in the company’s time zone: %s', (_, moment, end) => {
  expect(endOfDay(new Date(moment), newYork).toISOString()).toBe(end)
})

test.each([
  // Sunday in New York but Monday in Paris; clocks go back on November 1.
  ['today', '2026-11-01T20:00:00-05:00', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['this-week', '2026-11-01T20:00:00-05:00', '2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['next-week', '2026-11-01T20:00:00-05:00', '2026-11-02T05:00:00.000Z', '2026-11-09T05:00:00.000Z'],
  ['this-week', '2026-11-16T00:00:00-05:00', '2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
  ['past', '2026-11-16T00:00:00-05:00', undefined, '2026-11-16T05:00:00.000Z'],
] as const)('range of %s at %s in the company’s time zone', (time, now, from, until) => {
  const range = toTimeRange(time, new Date(now), newYork)
  expect([range.from?.toISOString(), range.until.toISOString()]).toEqual([from, until])
})
