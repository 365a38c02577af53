import { expect, test } from 'vitest'
import { seededRandom } from '../test/seeded-random.ts'
import {
  alternativesOf,
  type ContractYear,
  contractMoney,
  contractTable,
  optionInWords,
  paidTogetherWith,
} from './contract-years.ts'

const year = (season: number, changes: Partial<ContractYear> = {}): ContractYear => ({
  season,
  baseMinor: 1_000_000,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor: 0,
  option: null,
  ...changes,
})

test('prorates a signing bonus evenly, with the remainder in the first years', () => {
  const { years } = contractTable({ signingBonusMinor: 1000, years: [year(2026), year(2027), year(2028)] })
  expect(years.map(({ prorationMinor }) => prorationMinor)).toEqual([334, 333, 333])
  expect(years.map(({ capMinor }) => capMinor)).toEqual([1_000_334, 1_000_333, 1_000_333])
  expect(years.map(({ cashMinor }) => cashMinor)).toEqual([1_001_000, 1_000_000, 1_000_000])
})

test('prorates a signing bonus over at most five years', () => {
  const years = [2026, 2027, 2028, 2029, 2030, 2031, 2032].map((season) => year(season))
  const prorations = contractTable({ signingBonusMinor: 10_000_002, years }).years.map((row) => row.prorationMinor)
  expect(prorations).toEqual([2_000_001, 2_000_001, 2_000_000, 2_000_000, 2_000_000, 0, 0])
})

test('totals show guaranteed money and money without options', () => {
  const money = {
    signingBonusMinor: 500,
    years: [
      year(2026, { guaranteedMinor: 1_000_000 }),
      year(2027, { rosterBonusMinor: 200, otherBonusMinor: 30, guaranteedMinor: 100 }),
      year(2028, { option: { holder: 'club', buyoutMinor: 70 } }),
    ],
  }
  expect(contractMoney.safeParse(money).success).toBe(true)
  expect(contractTable(money).total).toEqual({
    baseMinor: 3_000_000,
    rosterBonusMinor: 200,
    otherBonusMinor: 30,
    signingBonusMinor: 500,
    capMinor: 3_000_730,
    cashMinor: 3_000_730,
    guaranteedMinor: 1_000_600,
    withoutOptionsMinor: 2_000_800,
  })
})

test('total cap charges equal total cash, to the cent', () => {
  const random = seededRandom(7)
  for (let run = 0; run < 300; run++) {
    const years = Array.from({ length: random(1, 15) }, (_, index) =>
      year(2026 + index, {
        baseMinor: random(0, 10 ** 10),
        rosterBonusMinor: random(0, 10 ** 8),
        otherBonusMinor: random(0, 10 ** 8),
      }),
    )
    const table = contractTable({ signingBonusMinor: random(0, 10 ** 11), years })
    const proration = table.years.reduce((sum, { prorationMinor }) => sum + prorationMinor, 0)
    expect(proration).toBe(table.total.signingBonusMinor)
    expect(table.total.capMinor).toBe(table.total.cashMinor)
    expect(table.years.filter(({ prorationMinor }) => prorationMinor > 0).length).toBeLessThanOrEqual(5)
  }
})

test.each<[string, object, string]>([
  ['no year', { years: [] }, 'Enter at least one year'],
  ['sixteen years', { years: Array.from({ length: 16 }, (_, index) => year(2026 + index)) }, 'Enter at most 15 years'],
  ['a season that is left out', { years: [year(2026), year(2028)] }, 'Enter consecutive seasons'],
  [
    'a guarantee of more than is paid',
    { years: [year(2026, { guaranteedMinor: 1_000_001 })] },
    'The guaranteed amount can’t exceed the year’s total',
  ],
  ['half a cent', { signingBonusMinor: 0.5 }, 'Enter an amount'],
  ['sums that are too large', { signingBonusMinor: Number.MAX_SAFE_INTEGER }, 'Enter smaller amounts'],
])('rejects %s', (_, changes, message) => {
  const money = { signingBonusMinor: 0, years: [year(2026)], ...changes }
  expect(contractMoney.safeParse(money).error?.issues[0]?.message).toBe(message)
})

test.each([
  [{ holder: 'club', buyoutMinor: 1_000_000 }, 'Club option, buyout $10,000 if declined'],
  [{ holder: 'vesting', buyoutMinor: 1_000_000 }, 'Vesting option, buyout $10,000 if it does not vest'],
  [{ holder: 'player', buyoutMinor: 0 }, 'Player option'],
] as const)('the option %o is said as “%s”', (option, words) => {
  expect(optionInWords(option, (minor) => `$${(minor / 100).toLocaleString('en-US')}`)).toBe(words)
})

test.each([
  ['buyout-2027', ['base-2027', 'roster-2027', 'other-2027'], ['buyout-2027']],
  ['base-2027', ['buyout-2027'], ['base-2027', 'roster-2027', 'other-2027']],
  ['roster-2027', ['buyout-2027'], ['base-2027', 'roster-2027', 'other-2027']],
  ['signing-bonus', [], ['signing-bonus']],
  ['0197a3f2-0000-7000-8000-base-2027', [], ['0197a3f2-0000-7000-8000-base-2027']],
])('payment %s excludes %j and is paid together with %j', (rule, alternatives, together) => {
  expect([alternativesOf(rule), paidTogetherWith(rule)]).toEqual([alternatives, together])
})
