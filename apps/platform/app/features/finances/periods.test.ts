import { expect, test } from 'vitest'
import { periodsOf, spanInWords } from './periods.ts'

test('offers fiscal years, the quarters of the current one, and the last twelve months', () => {
  const { years, quarters, recent } = periodsOf('2026-11-16', 7)
  expect(years.map(({ label }) => label)).toEqual([
    'Jul 2027 to Jun 2028',
    'Jul 2026 to Jun 2027',
    'Jul 2025 to Jun 2026',
    'Jul 2024 to Jun 2025',
  ])
  expect(quarters.map(({ label }) => label)).toEqual([
    'Jul to Sep 2026',
    'Oct to Dec 2026',
    'Jan to Mar 2027',
    'Apr to Jun 2027',
  ])
  expect([recent.from, recent.until]).toEqual(['2025-12', '2026-11'])
  expect(periodsOf('2026-03-01', 7).years[1]?.label).toBe('Jul 2025 to Jun 2026')
  expect(spanInWords({ from: '2026-03', until: '2026-03' })).toBe('Mar 2026')
})
