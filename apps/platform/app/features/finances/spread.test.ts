import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const payments = [
  { id: 'first', openMinor: 100 },
  { id: 'second', openMinor: 200 },
]

test('money fills the oldest payments first, and what is left over is told', () => {
  expect(spread(150, payments)).toEqual({
    parts: new Map([
      ['first', 100],
      ['second', 50],
    ]),
    leftMinor: 0,
  })
  expect(spread(350, payments)).toEqual({
    parts: new Map([
      ['first', 100],
      ['second', 200],
    ]),
    leftMinor: 50,
  })
  expect(spread(0, payments)).toEqual({ parts: new Map(), leftMinor: 0 })
})
