import { expect, test } from 'vitest'
import { linesUpTo } from './scale.ts'

test('lines of a chart are round, few, and reach the largest amount', () => {
  expect(linesUpTo(21_460_000)).toEqual([10_000_000, 20_000_000, 30_000_000])
  expect(linesUpTo(100)).toEqual([25, 50, 75, 100])
  expect(linesUpTo(7)).toEqual([2, 4, 6, 8])
  expect(linesUpTo(0)).toEqual([1])
  for (const largest of [1, 3, 99, 12_345, 987_654_321]) {
    const lines = linesUpTo(largest)
    expect([lines.length <= 4, (lines.at(-1) ?? 0) >= largest]).toEqual([true, true])
  }
})
