import { expect, test } from 'vitest'
import { feeText, parseFee } from './fee-text.ts'

test.each([
  ['15%', { rateMillionths: 150_000 }],
  ['12.5 %', { rateMillionths: 125_000 }],
  ['$2,500', { flatMinor: 250_000 }],
  ['USD 2,500', { flatMinor: 250_000 }],
  ['  ', null],
])('reads %s', (typed, fee) => {
  expect(parseFee(typed, 'USD')).toEqual({ fee })
})

test.each(['15', 'a lot', '€ 20'])('asks for the unit of %s', (typed) => {
  expect(parseFee(typed, 'USD')).toMatchObject({ problem: expect.stringContaining('such as 15%') })
})

test.each([{ rateMillionths: 125_000 }, { flatMinor: 250_050 }])('reads what it writes: %o', (fee) => {
  expect(parseFee(feeText(fee, 'USD'), 'USD')).toEqual({ fee })
})
