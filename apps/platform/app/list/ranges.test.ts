import { describe, expect, test } from 'vitest'
import { amountsIn } from './amounts.ts'
import { days, keysIn, rangeIn, rangeInWords, wholeNumbers, withRange } from './ranges.ts'

const words = (text: string) => {
  const range = rangeIn(text, false)
  return range && range !== 'none' && rangeInWords(range, wholeNumbers.show, false)
}

describe('a range in words', () => {
  test.each([
    ['18..21', '18 to 21'],
    ['18..', 'from 18'],
    ['>18..', 'over 18'],
    ['..21', 'up to 21'],
    ['..<21', 'under 21'],
    ['>1000..<2000', 'over 1,000, under 2,000'],
    ['17..17', '17'],
  ])('%s is "%s"', (text, expected) => {
    expect(words(text)).toBe(expected)
  })

  test('days have their own words', () => {
    const range = rangeIn('..<2026-11-03', true)
    expect(range && range !== 'none' && rangeInWords(range, days.show, true)).toBe('before Nov 3, 2026')
    expect(rangeIn('none', true)).toBe('none')
  })
})

describe('ranges by key', () => {
  const several = 'height:>190..,weight:..100'

  test('are read one by one', () => {
    expect(keysIn(several)).toEqual(['height', 'weight'])
    expect(rangeIn(several, false, 'weight')).toEqual({ min: null, max: { value: 100, excluded: false } })
    expect(rangeIn(several, false, 'wingspan')).toBeUndefined()
  })

  test('are set and removed without the others, in a fixed order', () => {
    const range = { min: { value: 80, excluded: false }, max: null }
    expect(withRange(several, range, 'bench-press')).toBe('bench-press:80..,height:>190..,weight:..100')
    expect(withRange(several, undefined, 'height')).toBe('weight:..100')
    expect(withRange('weight:..100', undefined, 'weight')).toBe('')
  })
})

test('an unreadable range is no filter', () => {
  expect(rangeIn('18', false)).toBeUndefined()
  expect(rangeIn(undefined, false)).toBeUndefined()
})

test('amounts are typed in the units of their currency', () => {
  expect(amountsIn('USD').read('$1,200.50')).toBe(120_050)
  expect(amountsIn('JPY').read('1200')).toBe(1200)
  expect(amountsIn('USD').read('much')).toBeUndefined()
  expect(amountsIn('USD').show(1_000_000)).toBe('$10,000')
  expect(amountsIn('CAD').show(120_050)).toBe('CA$1,200.50')
  expect(wholeNumbers.read('10,000')).toBe(10_000)
})
