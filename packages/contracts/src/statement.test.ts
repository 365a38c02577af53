import { expect, test } from 'vitest'
import { nextPeriod, periodWith, statementQuery } from './statement.ts'

test.each([
  ['month', '2026-02-14', 1, '2026-02-01', '2026-02-28'],
  ['quarter', '2026-11-16', 1, '2026-10-01', '2026-12-31'],
  ['quarter', '2026-11-16', 7, '2026-10-01', '2026-12-31'],
  ['quarter', '2026-01-31', 2, '2025-11-01', '2026-01-31'],
  ['year', '2026-11-16', 1, '2026-01-01', '2026-12-31'],
  ['year', '2026-06-30', 7, '2025-07-01', '2026-06-30'],
  ['year', '2026-07-01', 7, '2026-07-01', '2027-06-30'],
] as const)(
  'the %s with %s, for a fiscal year starting in month %i, is from %s to %s',
  (period, day, month, from, until) => {
    expect(periodWith(period, day, month)).toEqual({ from, until })
  },
)

test('the previous or next period starts and ends whole months away', () => {
  const october = { from: '2026-10-01', until: '2026-10-31' }
  expect(nextPeriod(october, 'month', -1)).toEqual({ from: '2026-09-01', until: '2026-09-30' })
  expect(nextPeriod(october, 'quarter', 1)).toEqual({ from: '2027-01-01', until: '2027-03-31' })
})

test('rejects a period that ends before it starts', () => {
  expect(statementQuery.safeParse({ from: '2026-10-01', until: '2026-10-01' }).success).toBe(true)
  expect(statementQuery.safeParse({ from: '2026-10-02', until: '2026-10-01' }).success).toBe(false)
})
