import type { MoneySum } from '@sherpa/contracts/finance'
import { expect, test } from 'vitest'
import { activeDeals, moneyFigures } from './record-figures.tsx'

const sum = (changes: Partial<MoneySum>): MoneySum => ({
  currency: 'USD',
  promisedMinor: 0,
  conditionalMinor: 0,
  receivedMinor: 960_000,
  receivedThisYearMinor: 120_000,
  inKindMinor: 0,
  expectedMinor: 0,
  lateMinor: 0,
  feesMinor: 0,
  outgoing: null,
  costs: null,
  ...changes,
})
const inWords = (...given: Parameters<typeof moneyFigures>) =>
  moneyFigures(...given).map(({ name, value }) => `${name}: ${value}`)

test('names received money, and expected and overdue money if there is any', () => {
  expect(inWords([sum({})], 'this-year')).toEqual(['Received this year: $1,200'])
  expect(inWords([sum({ lateMinor: 40_000 })], 'all')).toEqual(['Received: $9,600', 'Overdue: $400'])
  expect(inWords([], 'all')).toEqual([])
})

test('keeps currencies apart, without those that have nothing', () => {
  const sums = [sum({ expectedMinor: 50_000 }), sum({ currency: 'EUR', receivedMinor: 7000, expectedMinor: 0 })]
  expect(inWords(sums, 'all')).toEqual(['Received: $9,600, €70', 'Expected: $500'])
})

test('signed and active deals are active', () => {
  const stages = (['draft', 'signed', 'active', 'completed'] as const).map((stage) => ({
    stage,
    count: 2,
    exact: true,
  }))
  expect(activeDeals({ stages })).toEqual({ name: 'Active deals', value: 4 })
})
