import { expect, test } from 'vitest'
import { seededRandom } from '../test/seeded-random.ts'
import { addDays, addMonths, day, dayIn, daysBetween, endOfDay, spokenDay, timeZone, weekday } from './days.ts'

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-11-15', 0, '2026-11-15'],
  ['2026-11-15', -23, '2024-12-15'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(addMonths(from, months)).toBe(to)
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-07', 2, '2026-03-09'], // DST starts in New York on the 8th
])('%s plus %i days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to)
  expect(daysBetween(from, to)).toBe(days)
})

test('daysBetween inverts addDays', () => {
  const random = seededRandom(1)
  for (let run = 0; run < 500; run++) {
    const from = addDays('2000-01-01', random(0, 20_000))
    const days = random(-4000, 4000)
    expect(daysBetween(from, addDays(from, days))).toBe(days)
  }
})

test('weekdays start with Sunday', () => {
  expect(['2026-11-15', '2026-11-16', '2026-11-21'].map(weekday)).toEqual([0, 1, 6])
})

test.each([
  ['2026-11-16T04:59:59Z', 'America/New_York', '2026-11-15'],
  ['2026-11-16T05:00:00Z', 'America/New_York', '2026-11-16'],
  ['2026-11-16T09:59:59Z', 'Pacific/Kiritimati', '2026-11-16'],
  ['2026-11-16T10:00:00Z', 'Pacific/Kiritimati', '2026-11-17'],
  ['2026-11-16T00:00:00Z', 'UTC', '2026-11-16'],
])('%s in %s is the day %s', (instant, zone, expected) => {
  expect(dayIn(instant, zone)).toBe(expected)
})

test.each([
  ['2026-11-15', 'America/New_York', '2026-11-16T05:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-09T04:00:00.000Z'], // 23 hours long
  ['2026-11-01', 'America/New_York', '2026-11-02T05:00:00.000Z'], // 25 hours long
  ['2026-11-15', 'Asia/Kathmandu', '2026-11-15T18:15:00.000Z'],
  ['2026-11-15', 'Pacific/Kiritimati', '2026-11-15T10:00:00.000Z'],
  ['2026-11-15', 'Pacific/Pago_Pago', '2026-11-16T11:00:00.000Z'],
  ['2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'], // DST skips midnight
  ['2026-11-15', 'UTC', '2026-11-16T00:00:00.000Z'],
])('%s ends in %s at %s', (date, zone, instant) => {
  expect(endOfDay(date, zone)).toBe(instant)
})

test('the end of a day is the first instant of the next day', () => {
  const random = seededRandom(2)
  const zones = ['America/New_York', 'America/Los_Angeles', 'America/Havana', 'Europe/London', 'Australia/Lord_Howe']
  for (let run = 0; run < 300; run++) {
    const date = addDays('2020-01-01', random(0, 5000))
    const zone = zones[random(0, zones.length - 1)] ?? 'UTC'
    const end = endOfDay(date, zone)
    expect(dayIn(new Date(Date.parse(end) - 1).toISOString(), zone)).toBe(date)
    expect(dayIn(end, zone)).toBe(addDays(date, 1))
  }
})

test('formats a day', () => {
  expect(spokenDay('2026-03-09')).toBe('March 9, 2026')
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['0026-02-28', false],
  ['2026-2-8', false],
  ['2026-02-28T00:00:00Z', false],
])('%s is a day: %s', (text, expected) => {
  expect(day.safeParse(text).success).toBe(expected)
})

test.each([
  ['America/New_York', true],
  ['UTC', true],
  ['+05:30', false],
  ['America/Nowhere', false],
  ['', false],
])('%j is a time zone: %s', (text, expected) => {
  expect(timeZone.safeParse(text).success).toBe(expected)
})
