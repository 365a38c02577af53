import { expect, test } from 'vitest'
import { rangeInView } from './visible-rows.ts'

test('renders visible rows with overscan', () => {
  // Rows 100 to 119 are in a window of 800 px.
  expect(rangeInView(-4000, 800, 40, 1000)).toEqual({ first: 85, end: 135 })
})

test('renders from the first row if the list starts further down', () => {
  expect(rangeInView(300, 800, 40, 1000)).toEqual({ first: 0, end: 28 })
})

test('clamps to the first and last row', () => {
  expect(rangeInView(0, 800, 40, 10)).toEqual({ first: 0, end: 10 })
  expect(rangeInView(-10_000, 800, 40, 200)).toEqual({ first: 200, end: 200 })
  expect(rangeInView(5000, 800, 40, 200)).toEqual({ first: 0, end: 0 })
})
