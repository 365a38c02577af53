import { expect, test } from 'vitest'
import { asDay, daysLater, mondayOf } from './week.ts'

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-17', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-01', '2026-10-26'],
  ['nonsense', '2026-11-09'],
  [null, '2026-11-09'],
])('the week of %s starts on Monday, %s', (day, monday) => {
  expect(asDay(mondayOf(day, new Date(2026, 10, 15)))).toBe(monday)
})

test('a week is seven days across DST changes', () => {
  expect(asDay(daysLater(mondayOf('2026-10-28'), 7))).toBe('2026-11-02')
})
