import { expect, test } from 'vitest'
import { clockName, hoursOfDay, inVisitorTime, workingHours } from './visitor-time.ts'

const demo = '2026-11-19T16:00:00Z'

test('uses the visitor’s time zone with DST', () => {
  const paris = { timeZone: 'Europe/Paris', offsetMinutes: 60 }
  expect(inVisitorTime(demo, paris)).toBe('Thu, Nov 19, 5:00 PM')
  expect(inVisitorTime('2026-07-19T16:00:00Z', paris)).toBe('Sun, Jul 19, 6:00 PM')
})

test('uses the visitor’s UTC offset if the zone is unknown', () => {
  const india = { timeZone: null, offsetMinutes: 330 }
  expect(inVisitorTime(demo, india)).toBe('Thu, Nov 19, 9:30 PM')
  expect([clockName(india), clockName({ timeZone: null, offsetMinutes: 0 })]).toEqual(['UTC+5:30', 'UTC'])
})

test('nights and weekends are outside working hours', () => {
  const utc = { timeZone: null, offsetMinutes: 0 }
  expect(workingHours('2026-11-19T03:00:00Z', utc)).toMatch(/^Outside (business hours for both sides|the visitor)/)
  expect(workingHours('2026-11-21T12:00:00Z', { timeZone: 'Europe/Paris', offsetMinutes: 60 })).toBe(
    'Outside business hours for both sides.',
  )
  expect(workingHours('2026-11-19T12:00:00Z', utc)).not.toContain('visitor’s')
})

test('the strip has ten working hours per side on a weekday, shifted by the time zone', () => {
  const local = new Date(demo).getHours()
  const hours = hoursOfDay(demo, { timeZone: null, offsetMinutes: -new Date(demo).getTimezoneOffset() })
  expect(hours.map(({ isDemo }) => isDemo).indexOf(true)).toBe(local)
  expect(hours.flatMap(({ ours }, hour) => (ours ? [hour] : []))).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect(hours.every(({ theirs, ours }) => theirs === ours)).toBe(true)
  const east = hoursOfDay(demo, { timeZone: null, offsetMinutes: 300 - new Date(demo).getTimezoneOffset() })
  expect(east.flatMap(({ theirs }, hour) => (theirs ? [hour] : []))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})
