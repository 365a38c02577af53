import { expect, test } from 'vitest'
import { allocate } from './allocate.ts'

const payments = [
  { id: 'first', openMinor: 100 },
  { id: 'second', openMinor: 200 },
]

test('allocates to the first payments first and returns the remainder', () => {
  expect(allocate(150, payments)).toEqual({
    parts: new Map([
      ['first', 100],
      ['second', 50],
    ]),
    leftMinor: 0,
  })
  expect(allocate(350, payments)).toEqual({
    parts: new Map([
      ['first', 100],
      ['second', 200],
    ]),
    leftMinor: 50,
  })
  expect(allocate(0, payments)).toEqual({ parts: new Map(), leftMinor: 0 })
})
