import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['$1,250,000', 125_000_000],
  ['1250000', 125_000_000],
  ['1.25M', 125_000_000],
  ['$1.25 million', 125_000_000],
  ['250k', 25_000_000],
  ['1,250', 125_000],
  ['1,250.5', 125_050],
  ['12.50', 1_250],
  ['USD 1 200', 120_000],
  ["1'200.50", 120_050],
  ['1,200.-', 120_000],
  ['1200.5000', 120_050],
])('reads %s dollars', (text, minor) => {
  expect(readAmount(text, false, 'USD')?.minor).toBe(minor)
})

test.each([
  ['€ 12.000,50', 1_200_050, 'EUR'],
  ['12.000,50 €', 1_200_050, 'EUR'],
  ['12.000', 1_200_000, undefined],
  ['1.250.000', 125_000_000, undefined],
  ['12,5', 1_250, undefined],
  ['1,25 Mio', 125_000_000, undefined],
  ['CHF 500', 50_000, 'CHF'],
  ['£1,200.50', 120_050, 'GBP'],
])('reads %s with a decimal comma', (text, minor, currency) => {
  expect(readAmount(text, true, 'USD')).toEqual({ minor, currency })
})

test('yen have no decimals', () => {
  expect(readAmount('¥1,500,000', false, 'JPY')).toEqual({ minor: 1_500_000, currency: 'JPY' })
  expect(readAmount('1500.5', false, 'JPY')).toBeUndefined()
})

test('a sign of several currencies means the one of the file', () => {
  expect(readAmount('$100', false, 'CAD')?.currency).toBe('CAD')
  expect(readAmount('$100', false, 'EUR')?.currency).toBe('USD')
  expect(readAmount('CA$100', false, 'USD')?.currency).toBe('CAD')
})

test.each([
  '',
  'n/a',
  'TBD',
  '-500',
  '(500)',
  '1.2.3',
  '12,34,56',
  '1.005',
  '12.000',
  '9'.repeat(20),
  '¥100',
  '1,2500.00',
])('refuses %s', (text) => {
  expect(readAmount(text, false, 'USD')).toBeUndefined()
})
