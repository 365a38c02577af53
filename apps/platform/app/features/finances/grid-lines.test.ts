import { expect, test } from 'vitest'
import { gridLines } from './grid-lines.ts'

test('grid lines are round, at most four, and reach the maximum', () => {
  expect(gridLines(21_460_000)).toEqual([10_000_000, 20_000_000, 30_000_000])
  expect(gridLines(100)).toEqual([25, 50, 75, 100])
  expect(gridLines(7)).toEqual([2, 4, 6, 8])
  expect(gridLines(0)).toEqual([1])
  for (const largest of [1, 3, 99, 12_345, 987_654_321]) {
    const lines = gridLines(largest)
    expect([lines.length <= 4, (lines.at(-1) ?? 0) >= largest]).toEqual([true, true])
  }
})
