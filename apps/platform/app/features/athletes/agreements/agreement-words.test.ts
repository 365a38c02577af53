import type { Agreement } from '@sherpa/contracts/agreement'
import { currencies } from '@sherpa/contracts/currency'
import { expect, test } from 'vitest'
import { feeExample, feeInWords, parseFee, stateOfAgreement } from './agreement-words.ts'

test.each([
  ['15%', { rateMillionths: 150_000 }],
  [' 7.5 % ', { rateMillionths: 75_000 }],
  ['0.0001%', { rateMillionths: 1 }],
  ['100%', { rateMillionths: 1_000_000 }],
  ['$2,500', { flatMinor: 250_000 }],
  ['USD 2500.50', { flatMinor: 250_050 }],
  ['2.5k', { flatMinor: 250_000 }],
])('parses %s as a fee', (text, fee) => {
  expect(parseFee(text, 'USD')).toEqual({ fee })
})

test.each(['15', '2,500', '', '100.1%', '1.23456%', 'a lot', '-3%', '€20'])('rejects %s as a fee', (text) => {
  expect(parseFee(text, 'USD')).toEqual({ problem: expect.any(String) })
})

test('the example uses the organization’s currency and is parsable', () => {
  expect(feeExample('USD')).toBe('15% or $2,500.00')
  expect(feeExample('JPY')).toBe('15% or ¥2,500')
  for (const currency of currencies) {
    const [amount = ''] = feeExample(currency).split(' ').slice(-1)
    expect([currency, parseFee(amount, currency)]).toEqual([currency, { fee: expect.anything() }])
  }
})

test('formatted fees parse to the same fee', () => {
  for (const text of ['15%', '7.5%', '$2,500.00']) {
    const read = parseFee(text, 'USD')
    expect('fee' in read && feeInWords(read.fee, 'USD')).toBe(text)
  }
})

test.each([
  [{ startsOn: '2026-01-01', endsOn: null, endedOn: null }, 'current'],
  [{ startsOn: '2026-11-16', endsOn: '2026-11-16', endedOn: null }, 'current'],
  [{ startsOn: '2026-11-17', endsOn: null, endedOn: null }, 'upcoming'],
  [{ startsOn: '2026-01-01', endsOn: '2026-11-15', endedOn: null }, 'over'],
  [{ startsOn: '2026-01-01', endsOn: '2027-01-01', endedOn: '2026-06-30' }, 'over'],
  [{ startsOn: '2026-01-01', endsOn: '2027-01-01', endedOn: '2026-12-01' }, 'current'],
])('on November 16 %o is %s', (agreement, state) => {
  expect(stateOfAgreement(agreement as Agreement, '2026-11-16')).toBe(state)
})
