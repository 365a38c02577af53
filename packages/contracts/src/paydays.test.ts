import { describe, expect, test } from 'vitest'
import { coverReceived, listPaydays, paydaySchedule, paydayTemplates, splitByWeight, splitOver } from './paydays.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('paydays', () => {
  test('an NFL season is paid in 36 weeks from its first game', () => {
    const { every, times, firstDay } = paydayTemplates.nfl
    const days = listPaydays(every, firstDay(2025) ?? '', times)
    expect(days).toHaveLength(36)
    expect([days[0], days[1], days[35]]).toEqual(['2025-09-04', '2025-09-11', '2026-05-07'])
    expect(firstDay(2030)).toBeNull()
  })

  test.each([
    ['two-weeks', '2026-09-09', ['2026-09-09', '2026-09-23', '2026-10-07']],
    ['first-and-fifteenth', '2026-11-15', ['2026-11-15', '2026-12-01', '2026-12-15', '2027-01-01']],
    ['first-and-fifteenth', '2027-01-31', ['2027-01-31', '2027-02-01', '2027-02-15']],
    ['fifteenth-and-last', '2027-01-15', ['2027-01-15', '2027-01-31', '2027-02-15', '2027-02-28', '2027-03-15']],
    ['fifteenth-and-last', '2027-04-01', ['2027-04-01', '2027-04-15', '2027-04-30']],
    ['month', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31']],
  ] as const)('%s from %s', (every, first, days) => {
    expect(listPaydays(every, first, days.length)).toEqual(days)
  })

  test('each payday is entered once and in order', () => {
    const schedule = (...days: string[]) => ({
      template: 'own',
      installments: days.map((day) => ({ day, amountMinor: 1 })),
    })
    expect(paydaySchedule.safeParse(schedule('2026-01-01', '2026-01-02')).success).toBe(true)
    expect(paydaySchedule.safeParse(schedule('2026-01-01', '2026-01-01')).success).toBe(false)
    expect(paydaySchedule.safeParse(schedule('2026-01-02', '2026-01-01')).success).toBe(false)
    expect(paydaySchedule.safeParse(schedule()).success).toBe(false)
  })
})

describe('amounts of installments', () => {
  test('add up to the total, to the cent', () => {
    const installments = splitOver(listPaydays('week', '2026-09-09', 36), 100_000_001)
    expect(sum(installments.map(({ amountMinor }) => amountMinor))).toBe(100_000_001)
  })

  test('keep their ratio when the total changes', () => {
    expect(splitByWeight(300, [100, 200])).toEqual([100, 200])
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeight(100, [0, 1])).toEqual([0, 100])
    expect(sum(splitByWeight(999_999_999_999_999, [333_333_333_333_333, 1, 7]))).toBe(999_999_999_999_999)
  })

  test.each([
    ['nothing received', [25, 25, 25, 25], [], [25, 25, 25, 25]],
    ['one installment received', [25, 25, 25, 25], [25], [25, 25, 25, 25]],
    ['more than the first, which covers the next', [25, 25, 25, 25], [60], [60, 0, 15, 25]],
    ['a later one received more, the earliest open one is smaller', [25, 25, 25, 25], [25, 0, 40], [25, 10, 40, 25]],
    ['everything received at once', [25, 25, 25, 25], [100], [100, 0, 0, 0]],
    ['more than everything: the last is overpaid', [25, 25], [40, 20], [40, 10]],
    ['the total is now zero', [0, 0], [40, 20], [0, 0]],
  ])('%s', (_, shares, received, amounts) => {
    expect(coverReceived(shares, received)).toEqual(amounts)
  })

  test('always add up, and cover what was received if the total does', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 2000; round++) {
      const length = 1 + random(36)
      const shares = Array.from({ length }, () => random(1000))
      const received = Array.from({ length }, () => (random(3) === 0 ? random(1500) : 0))
      const amounts = coverReceived(shares, received)
      expect(sum(amounts)).toBe(sum(shares))
      expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0)
      if (sum(received) <= sum(shares)) {
        for (const [index, amount] of amounts.entries()) expect(amount).toBeGreaterThanOrEqual(received[index] ?? 0)
      }
    }
  })
})
