import { expect, test } from 'vitest'
import { instantAt, wallTime, zoneName } from './wall-time.ts'

test.each([
  ['2026-11-17T19:10', 'America/New_York', '2026-11-18T00:10:00.000Z'],
  ['2026-07-01T23:59', 'America/Los_Angeles', '2026-07-02T06:59:00.000Z'],
  // DST ends on November 1 and starts on March 8.
  ['2026-11-01T12:00', 'America/New_York', '2026-11-01T17:00:00.000Z'],
  ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-18T05:40', 'Asia/Kolkata', '2026-11-18T00:10:00.000Z'],
])('%s in %s is %s', (wall, zone, instant) => {
  expect(instantAt(wall, zone)).toBe(instant)
  expect(wallTime(instant, zone)).toBe(wall)
})

test('an incomplete time is no instant', () => {
  expect(instantAt('', 'America/New_York')).toBeUndefined()
})

test('a zone has a name that people say', () => {
  expect(zoneName('America/New_York')).toBe('Eastern Time')
})
