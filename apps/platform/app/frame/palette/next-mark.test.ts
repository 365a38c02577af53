import { expect, test } from 'vitest'
import { nextHighlighted } from './next-mark.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['ArrowDown', 0, 0, undefined],
  ['a', 0, 3, undefined],
])('%s at %i of %i leads to %s', (key, marked, count, next) => {
  expect(nextHighlighted(key, marked, count)).toBe(next)
})
