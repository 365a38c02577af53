import { afterEach, describe, expect, test } from 'vitest'
import {
  firstWeekdayWithTimes,
  slotLabels,
  slotsOfDay,
  spokenMoment,
  timestampWithOffset,
  usualSlots,
} from './local-time'

const machineZone = process.env.TZ
const longAgo = new Date(0)

/** Node applies changes of TZ at once. */
function inZone(zone: string) {
  process.env.TZ = zone
}

afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

const labels = (day: Date, now = longAgo) => slotLabels(slotsOfDay(day, now))

describe('time slots of a day', () => {
  test('are every half hour', () => {
    inZone('America/New_York')
    const times = labels(new Date(2026, 10, 16))
    expect(times).toHaveLength(48)
    expect(times.slice(0, 3)).toEqual(['12:00 AM', '12:30 AM', '1:00 AM'])
    expect(times.at(-1)).toBe('11:30 PM')
  })

  test('exclude past times', () => {
    inZone('America/New_York')
    const times = labels(new Date(2026, 10, 16), new Date(2026, 10, 16, 22, 40))
    expect(times).toEqual(['11:00 PM', '11:30 PM'])
  })

  test('exclude the skipped hour of a DST start', () => {
    inZone('America/New_York')
    const times = labels(new Date(2027, 2, 14))
    expect(times).toHaveLength(46)
    expect(times).not.toContain('2:30 AM')
    expect(times).toContain('3:00 AM')
  })

  test('offer and label both repeated hours of a DST end', () => {
    inZone('America/New_York')
    const times = labels(new Date(2027, 10, 7))
    expect(times).toHaveLength(50)
    expect(times).toContain('1:30 AM EDT')
    expect(times).toContain('1:30 AM EST')
  })

  test('handle a half-hour DST change', () => {
    inZone('Australia/Lord_Howe')
    expect(labels(new Date(2027, 3, 4))).toHaveLength(49)
  })
})

describe('the times shown first', () => {
  const usual = (now: Date) => slotLabels(usualSlots(slotsOfDay(new Date(2026, 10, 16), now)))

  test('are from 8 AM to 6 PM of the visitor, wherever they are', () => {
    for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
      inZone(zone)
      const times = usual(longAgo)
      expect([times.length, times[0], times.at(-1)]).toEqual([21, '8:00 AM', '6:00 PM'])
    }
  })

  test('are all that are left of an evening', () => {
    inZone('America/New_York')
    expect(usual(new Date(2026, 10, 16, 18, 10))).toEqual(
      labels(new Date(2026, 10, 16), new Date(2026, 10, 16, 18, 10)),
    )
  })
})

test.each([
  ['a weekday: that day', 'America/New_York', '2026-11-18T09:10:00-05:00', 'Wed Nov 18 2026'],
  ['a Friday whose last time has passed: Monday', 'America/New_York', '2026-11-13T23:45:00-05:00', 'Mon Nov 16 2026'],
  ['a Saturday: Monday', 'America/New_York', '2026-11-14T09:10:00-05:00', 'Mon Nov 16 2026'],
  ['a Sunday: Monday', 'America/New_York', '2026-11-15T09:10:00-05:00', 'Mon Nov 16 2026'],
  ['a Sunday night whose last time has passed: Monday', 'Asia/Tokyo', '2026-11-15T23:45:00+09:00', 'Mon Nov 16 2026'],
  ['a weekend at the end of a month: in the next one', 'Asia/Tokyo', '2026-10-31T09:10:00+09:00', 'Mon Nov 02 2026'],
  ['a Sunday that is still Saturday elsewhere: Monday', 'Asia/Tokyo', '2026-11-15T01:00:00+09:00', 'Mon Nov 16 2026'],
  ['a Monday that is still Sunday elsewhere: that day', 'Asia/Tokyo', '2026-11-16T01:00:00+09:00', 'Mon Nov 16 2026'],
])('initial calendar day on %s', (_, zone, now, day) => {
  inZone(zone)
  expect(firstWeekdayWithTimes(new Date(now)).toDateString()).toBe(day)
})

test.each([
  ['America/New_York', '2026-11-16T10:30:00-05:00'],
  ['Asia/Kolkata', '2026-11-16T10:30:00+05:30'],
  ['America/St_Johns', '2026-11-16T10:30:00-03:30'],
  ['Asia/Kathmandu', '2026-11-16T10:30:00+05:45'],
  ['UTC', '2026-11-16T10:30:00+00:00'],
])('in %s half past ten is sent as %s', (zone, timestamp) => {
  inZone(zone)
  const moment = new Date(2026, 10, 16, 10, 30)
  expect(timestampWithOffset(moment)).toBe(timestamp)
  expect(new Date(timestamp).getTime()).toBe(moment.getTime())
})

test('formats a time with weekday, month, day, year, hour and minute', () => {
  expect(spokenMoment(new Date(2026, 10, 16, 10, 30))).toBe('Monday, November 16, 2026 at 10:30 AM')
})
