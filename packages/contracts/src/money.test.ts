import { describe, expect, test } from 'vitest'
import { splitEvenly } from './currency.ts'
import { feeOn, shareOf } from './money.ts'

describe('a share of an amount', () => {
  test.each([
    [100, 30_000, 3],
    [50, 30_000, 2],
    [49, 30_000, 1],
    [-50, 30_000, -2],
    [1, 500_000, 1],
    [-1, 500_000, -1],
    [1, 499_999, 0],
    [0, 30_000, 0],
    [9_007_199_254_740_991, 1_000_000, 9_007_199_254_740_991],
  ])('%d at %d millionths is %d', (minor, rate, share) => {
    expect(shareOf(minor, rate)).toBe(share)
  })
})

test('fees of any split add up to the fee on the whole', () => {
  for (const whole of [1, 99, 100_001, 123_456_789]) {
    for (const parts of [1, 2, 3, 7, 12]) {
      for (const rateMillionths of [1, 15_000, 33_333, 150_000, 1_000_000]) {
        let received = 0
        let booked = 0
        for (const part of splitEvenly(whole, parts)) {
          received += part
          booked += feeOn(received, { rateMillionths }) - booked
        }
        expect(booked).toBe(feeOn(whole, { rateMillionths }))
      }
    }
  }
})

test('a flat fee is earned with the first money, and lost with the last', () => {
  expect([feeOn(0, { flatMinor: 500 }), feeOn(1, { flatMinor: 500 }), feeOn(10_000, { flatMinor: 500 })]).toEqual([
    0, 500, 500,
  ])
})
