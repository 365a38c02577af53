import { describe, expect, test } from 'vitest'
import { seededRandom } from '../test/seeded-random.ts'
import { splitEvenly } from './currency.ts'
import { type FeeTotal, feeOfDeal, type Recoupable, recoup, recoupedOn, shareOf } from './money.ts'

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

type Rule = { rate: number } | { flat: number } | null

/** Fee after receipts under successive versions of a deal. */
const feeAfter = (...versions: [rule: Rule, received: number][]) =>
  feeOfDeal(versions.map(([rule, received], index) => totalOf(index + 1, rule, received)))

function totalOf(version: number, rule: Rule, received: number, income: FeeTotal['income'] = 'nil'): FeeTotal {
  return { version, income, rate: null, flat: null, ...rule, received }
}

describe('the fee of a deal', () => {
  test('of any split adds up to the fee on the total', () => {
    for (const whole of [1, 99, 100_001, 123_456_789]) {
      for (const parts of [1, 2, 3, 7, 12]) {
        for (const rate of [1, 15_000, 33_333, 150_000, 1_000_000]) {
          let [received, booked] = [0, 0]
          for (const part of splitEvenly(whole, parts)) {
            received += part
            booked += feeAfter([{ rate }, received]) - booked
          }
          expect(booked).toBe(shareOf(whole, rate))
        }
      }
    }
  })

  test('that is flat is earned with the first receipt and lost with the last reversal', () => {
    expect([0, 1, 10_000].map((received) => feeAfter([{ flat: 500 }, received]))).toEqual([0, 500, 500])
  })

  test.each<[string, number, [rule: Rule, received: number][]]>([
    [
      'flat to a larger flat fee',
      800,
      [
        [{ flat: 500 }, 100],
        [{ flat: 800 }, 1],
      ],
    ],
    [
      'flat to a smaller flat fee',
      300,
      [
        [{ flat: 500 }, 100],
        [{ flat: 300 }, 1],
      ],
    ],
    [
      'flat to flat before anything came under the second',
      500,
      [
        [{ flat: 500 }, 100],
        [{ flat: 800 }, 0],
      ],
    ],
    [
      'flat and back to the first flat fee',
      500,
      [
        [{ flat: 500 }, 100],
        [{ flat: 800 }, 100],
        [{ flat: 500 }, 1],
      ],
    ],
    [
      'rate to flat: the flat fee is the whole fee',
      500,
      [
        [{ rate: 100_000 }, 1000],
        [{ flat: 500 }, 1],
      ],
    ],
    [
      'rate to a flat fee of less than was booked',
      50,
      [
        [{ rate: 100_000 }, 1000],
        [{ flat: 50 }, 1],
      ],
    ],
    [
      'flat to rate: the rate counts for what comes later',
      600,
      [
        [{ flat: 500 }, 1000],
        [{ rate: 100_000 }, 1000],
      ],
    ],
    [
      'rate, flat and rate again',
      600,
      [
        [{ rate: 100_000 }, 1000],
        [{ flat: 500 }, 1],
        [{ rate: 100_000 }, 1000],
      ],
    ],
    [
      'one rate to another',
      300,
      [
        [{ rate: 100_000 }, 1000],
        [{ rate: 200_000 }, 1000],
      ],
    ],
    [
      'a rate that an amendment did not change',
      2,
      [
        [{ rate: 30_000 }, 17],
        [{ rate: 30_000 }, 34],
      ],
    ],
    [
      'to no fee',
      500,
      [
        [{ flat: 500 }, 1000],
        [null, 1000],
      ],
    ],
  ])('amended from %s is %d', (_, fee, versions) => {
    expect(feeAfter(...versions)).toBe(fee)
  })

  test('rounds each income class separately', () => {
    const rule = { rate: 30_000 }
    expect(feeOfDeal([totalOf(1, rule, 17, 'nil'), totalOf(1, rule, 17, 'royalty')])).toBe(2)
    expect(feeOfDeal([totalOf(1, rule, 34)])).toBe(1)
  })

  test('depends only on remaining receipts after any reversals and amendments', () => {
    const random = seededRandom(34)
    const rules: Rule[] = [{ rate: 33_333 }, { rate: 150_000 }, { flat: 777 }, { flat: 1234 }, null]
    for (let run = 0; run < 200; run++) {
      const versions: Rule[] = [rules[random(0, 4)] ?? null]
      const totals: FeeTotal[] = []
      const standing: FeeTotal[] = []
      const bookings: number[] = []
      for (let step = 0; step < 30; step++) {
        const what = random(0, 9)
        if (what === 0) {
          versions.push(rules[random(0, 4)] ?? null)
          continue
        }
        const [reversed] = what < 4 ? standing.splice(random(0, standing.length), 1) : []
        const one = reversed ?? totalOf(versions.length, versions.at(-1) ?? null, random(1, 9999))
        if (!reversed) standing.push(one)
        const total = totals.find(({ version }) => version === one.version)
        if (!total) totals.push({ ...one })
        else total.received += reversed ? -one.received : one.received
        bookings.push(feeOfDeal(totals) - bookings.reduce((sum, booked) => sum + booked, 0))
      }
      const booked = bookings.reduce((sum, one) => sum + one, 0)
      expect(booked).toBe(feeOfDeal(standing))
    }
  })
})

describe('recoupment', () => {
  const expense = (amount: number, rate: number): Recoupable => ({ amount, rate, base: 0, recouped: 0 })
  function take(from: Recoupable, received: number, available = received) {
    const { base, amount } = recoup(from, received, available)
    from.base += base
    from.recouped += amount
    return amount
  }

  test('rounds on the running total, not on each receipt', () => {
    const travel = expense(1000, 30_000)
    // 17 → 0.51, 34 → 1.02, 51 → 1.53
    expect([take(travel, 17), take(travel, 17), take(travel, 17)]).toEqual([1, 0, 1])
  })

  test('ends when fully recouped, and later money does not count', () => {
    const travel = expense(30_000, 200_000)
    expect([take(travel, 100_000), take(travel, 100_000), take(travel, 100_000)]).toEqual([20_000, 10_000, 0])
    expect([travel.base, recoupedOn(travel)]).toEqual([149_998, 30_000])
  })

  test('is limited to available money and does not catch up later', () => {
    const [first, second] = [expense(10_000, 600_000), expense(10_000, 600_000)]
    const taken = [1000, 1000].map((received) => {
      const one = take(first, received)
      return [one, take(second, received, received - one)]
    })
    expect(taken).toEqual([
      [600, 400],
      [600, 400],
    ])
    expect(take(second, 1000)).toBe(600)
  })

  test('is the rounded share of its base, and never more than the expense or the money', () => {
    const random = seededRandom(10)
    for (let run = 0; run < 300; run++) {
      const travel = expense(random(1, 5000), random(1, 1_000_000))
      let money = 0
      for (let step = 0; step < 20; step++) {
        const received = random(1, 2000)
        const available = random(0, received)
        const amount = take(travel, received, available)
        expect(amount).toBeLessThanOrEqual(available)
        money += received
      }
      expect(travel.recouped).toBe(recoupedOn(travel))
      expect(travel.base).toBeLessThanOrEqual(money)
    }
  })
})
