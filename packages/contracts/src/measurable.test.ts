import { expect, test } from 'vitest'
import { isPlausible, measurableIds, readMeasurable, showMeasurable } from './measurable.ts'

test.each([
  ['6\'3"', 190.5],
  ['6’3”', 190.5],
  ["6' 3", 190.5],
  ['6-3', 190.5],
  ['6 ft 3 in', 190.5],
  ['6ft3', 190.5],
  ['75 in', 190.5],
  ['75', 190.5],
  ['75"', 190.5],
  ['6 ft', 182.88],
  ['1.91 m', 191],
  ['1,91', 191],
  ['191 cm', 191],
  ['191', 191],
  ['6 3', 190.5],
  ['6\'2 1/2"', 189.23],
  ['6-2½', 189.23],
  ['6’-3”', 190.5],
  ['06-03', 190.5],
  ['603', 190.5],
  ['6025', 189.548],
  ['5 foot 11', 180.34],
  ['5.11', 180.34],
  ['6.2', 187.96],
  ['6.75', 205.74],
  ['2-Jun', 187.96],
  ['2026-06-02', 187.96],
  ['1m88', 188],
])('parses a height of %s', (written, centimeters) => {
  expect(readMeasurable('height', written)).toBeCloseTo(centimeters, 2)
})

test.each(['', 'NA', 'tall', '6\'13"', '0', '-3', '6 apples', '6 constructor', '99999'])(
  'rejects a height of %j',
  (written) => {
    expect(readMeasurable('height', written)).toBeUndefined()
  },
)

test('the unit of a column counts for bare numbers only', () => {
  expect(readMeasurable('height', '6.5', 'ft-decimal')).toBeCloseTo(198.12, 2)
  expect(readMeasurable('height', '6.5', 'ft')).toBeCloseTo(195.58, 2)
  expect(readMeasurable('weight', '88', 'kg')).toBe(88)
  expect(readMeasurable('weight', '195#', 'kg')).toBeCloseTo(88.45, 2)
  expect(readMeasurable('height', "6'3", 'cm')).toBeCloseTo(190.5, 2)
})

test('tells impossible values', () => {
  expect(isPlausible('height', readMeasurable('height', '19 ft') ?? 0)).toBe(false)
  expect(isPlausible('weight', readMeasurable('weight', '1,950') ?? 0)).toBe(false)
  expect(isPlausible('weight', readMeasurable('weight', '88kgs') ?? 0)).toBe(true)
})

test('weights default to pounds', () => {
  expect(readMeasurable('weight', '141')).toBeCloseTo(63.957, 2)
  expect(readMeasurable('weight', '64 kg')).toBe(64)
  expect(readMeasurable('weight', '141 lbs')).toBeCloseTo(63.957, 2)
})

test('formats values in US units', () => {
  expect(showMeasurable('height', 176.53)).toBe('5 ft 9.5 in')
  expect(showMeasurable('height', 182.88)).toBe('6 ft 0 in')
  expect(showMeasurable('weight', 63.957)).toBe('141 lb')
  expect(showMeasurable('vertical-jump', 69.85)).toBe('27.5 in')
  expect(showMeasurable('lane-agility', 10.9)).toBe('10.90 s')
})

test('formatted values parse to the same value', () => {
  for (const kind of measurableIds) {
    const value = kind === 'height' || kind === 'wingspan' ? 190.5 : 45.36
    const shown = showMeasurable(kind, value)
    expect(showMeasurable(kind, readMeasurable(kind, shown) ?? 0)).toBe(shown)
  }
})
