import { expect, test } from 'vitest'
import { dayByKey, monthsLater, weeksOf } from './month.ts'

test('a month has full weeks from Sunday to Saturday', () => {
  const november = weeksOf('2026-11')
  expect(november.map((week) => [week[0], week.length])).toEqual([
    ['2026-11-01', 7],
    ['2026-11-08', 7],
    ['2026-11-15', 7],
    ['2026-11-22', 7],
    ['2026-11-29', 7],
  ])
  expect(weeksOf('2026-08')).toHaveLength(6)
  expect(weeksOf('2026-08')[0]?.[0]).toBe('2026-07-26')
  expect(weeksOf('2026-02')).toHaveLength(4)
})

test('month arithmetic crosses years', () => {
  expect(monthsLater('2026-12', 1)).toBe('2027-01')
  expect(monthsLater('2026-01', -1)).toBe('2025-12')
})

test('keys move by day, week and month', () => {
  const leads = (key: string) => dayByKey(key, '2026-11-18')
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(leads)).toEqual([
    '2026-11-17',
    '2026-11-19',
    '2026-11-11',
    '2026-11-25',
  ])
  expect(['Home', 'End', 'PageUp', 'PageDown'].map(leads)).toEqual([
    '2026-11-15',
    '2026-11-21',
    '2026-10-18',
    '2026-12-18',
  ])
  expect(dayByKey('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(leads('a')).toBeUndefined()
})
