import { describe, expect, test } from 'vitest'
import { seededRandom } from '../test/seeded-random.ts'
import { detailsOfPayment, dueInWords, expandPayments, type PaymentRule, paymentRule } from './payment-schedule.ts'

const rule = (changes: Partial<PaymentRule> & Pick<PaymentRule, 'schedule'>): PaymentRule => ({
  id: '0198c1d2-7c7e-7c6a-9f5c-0d4f3a1b2c3d',
  kind: 'base',
  title: 'Fee',
  amountMinor: 100_000,
  inKind: false,
  ...changes,
})
const signedOn = '2026-11-24'
const daysAndAmounts = (rules: PaymentRule[]) =>
  expandPayments(rules, { signedOn }).map(({ day, amountMinor }) => [day, amountMinor])

test('expands one payment on a day', () => {
  expect(expandPayments([rule({ schedule: { kind: 'day', day: '2027-01-15' } })], { signedOn: null })).toEqual([
    {
      ruleId: '0198c1d2-7c7e-7c6a-9f5c-0d4f3a1b2c3d',
      number: 1,
      due: { kind: 'day', day: '2027-01-15' },
      day: '2027-01-15',
      condition: null,
      amountMinor: 100_000,
      kind: 'base',
      title: 'Fee',
      inKind: false,
    },
  ])
})

test.each([
  [{ amount: 0, unit: 'days' }, '2026-11-24'],
  [{ amount: 30, unit: 'days' }, '2026-12-24'],
  [{ amount: 3, unit: 'businessDays' }, '2026-11-30'], // over Thanksgiving and a weekend
  [{ amount: 1, unit: 'months' }, '2026-12-24'],
] as const)('a payment %o after the signing is due on %s', (offset, day) => {
  const rules = [rule({ kind: 'signing-bonus', schedule: { kind: 'signing', offset } })]
  expect(expandPayments(rules, { signedOn })[0]?.day).toBe(day)
  expect(expandPayments(rules, { signedOn: null })[0]?.day).toBeNull()
})

test('monthly payments stay at the end of the month', () => {
  const schedule = { kind: 'repeated', every: 'month', from: '2027-01-31', times: 4, amountIs: 'each' } as const
  expect(daysAndAmounts([rule({ schedule })])).toEqual([
    ['2027-01-31', 100_000],
    ['2027-02-28', 100_000],
    ['2027-03-31', 100_000],
    ['2027-04-30', 100_000],
  ])
})

test('splits a total with the remainder in the first payments', () => {
  const schedule = { kind: 'repeated', every: 'quarter', from: '2027-01-01', times: 3, amountIs: 'total' } as const
  expect(daysAndAmounts([rule({ schedule })])).toEqual([
    ['2027-01-01', 33_334],
    ['2027-04-01', 33_333],
    ['2027-07-01', 33_333],
  ])
})

test('describes a condition with its day, if any', () => {
  const metric = { kind: 'condition', metric: 'rushing yards', threshold: 1000, estimatedDay: '2027-01-10' } as const
  const event = { kind: 'condition', metric: 'Named to the Pro Bowl', threshold: null, estimatedDay: null } as const
  const payments = expandPayments(
    [rule({ kind: 'incentive', schedule: event }), rule({ kind: 'incentive', schedule: metric })],
    { signedOn },
  )
  expect(payments.map(({ day, condition }) => [day, condition])).toEqual([
    ['2027-01-10', '1,000 rushing yards'],
    [null, 'Named to the Pro Bowl'],
  ])
})

test('sorts payments of several rules by day, then by rule', () => {
  const rules = [
    rule({ title: 'Later', schedule: { kind: 'day', day: '2027-02-01' } }),
    rule({ title: 'First', schedule: { kind: 'day', day: '2027-01-01' } }),
    rule({ title: 'Second', schedule: { kind: 'day', day: '2027-01-01' } }),
  ]
  expect(expandPayments(rules, { signedOn }).map(({ title }) => title)).toEqual(['First', 'Second', 'Later'])
})

test('number and total of payments match the rules', () => {
  const random = seededRandom(6)
  for (let run = 0; run < 200; run++) {
    const rules = Array.from({ length: random(1, 5) }, () =>
      rule({
        amountMinor: random(0, 10 ** random(1, 11)),
        schedule: {
          kind: 'repeated',
          every: (['month', 'quarter', 'year'] as const)[random(0, 2)] ?? 'month',
          from: `20${random(20, 40)}-0${random(1, 9)}-${random(10, 28)}`,
          times: random(1, 40),
          amountIs: (['each', 'total'] as const)[random(0, 1)] ?? 'each',
        },
      }),
    )
    const payments = expandPayments(rules, { signedOn })
    let count = 0
    let total = 0
    for (const { schedule, amountMinor } of rules) {
      if (schedule.kind !== 'repeated') continue
      count += schedule.times
      total += schedule.amountIs === 'each' ? amountMinor * schedule.times : amountMinor
    }
    expect(payments).toHaveLength(count)
    expect(payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(total)
    expect(payments.map(({ day }) => day)).toEqual(payments.map(({ day }) => day).toSorted())
  }
})

const monthly = { kind: 'repeated', every: 'month', from: '2027-01-31', times: 12, amountIs: 'each' } as const
test.each<[string, object, string]>([
  ['a negative amount', { amountMinor: -1 }, 'Enter an amount of 0 or more'],
  [
    'a sum that is too large',
    { amountMinor: Number.MAX_SAFE_INTEGER },
    'This amount is too large. Enter a smaller one',
  ],
  ['no payment at all', { schedule: { ...monthly, times: 0 } }, 'Enter a number of payments from 1 to 240'],
  ['too many payments', { schedule: { ...monthly, times: 241 } }, 'Enter a number of payments from 1 to 240'],
  ['hours after signing', { schedule: { kind: 'signing', offset: { amount: 72, unit: 'hours' } } }, 'Choose a unit'],
  [
    'a threshold of nothing',
    { schedule: { kind: 'condition', metric: 'touchdowns', threshold: 0, estimatedDay: null } },
    'Enter a number greater than 0',
  ],
  ['no title', { title: ' ' }, 'Enter a title'],
])('rejects %s', (_, changes, message) => {
  expect(paymentRule.safeParse(rule({ schedule: monthly })).success).toBe(true)
  const issues = paymentRule.safeParse({ ...rule({ schedule: monthly }), ...changes }).error?.issues
  expect(issues?.[0]?.message).toBe(message)
})

describe('the description of a payment', () => {
  const monthly = { kind: 'repeated', every: 'month', from: '2026-08-31', times: 12, amountIs: 'each' } as const
  const yards = { kind: 'condition', metric: 'rushing yards', threshold: 1000, estimatedDay: '2027-01-15' } as const
  const said = (
    changes: Parameters<typeof rule>[0],
    index = 0,
    facts: { signedOn: string | null } = { signedOn: null },
  ) => {
    const payment = expandPayments([rule(changes)], facts)[index]
    return payment && [dueInWords(payment), ...detailsOfPayment(payment)]
  }

  test.each([
    ['a day', { kind: 'day', day: '2027-01-15' }, 0, ['January 15, 2027']],
    ['the signing', { kind: 'signing', offset: { amount: 0, unit: 'days' } }, 0, ['On signing']],
    ['days after it', { kind: 'signing', offset: { amount: 90, unit: 'days' } }, 0, ['90 days after signing']],
    [
      'a business day',
      { kind: 'signing', offset: { amount: 1, unit: 'businessDays' } },
      0,
      ['1 business day after signing'],
    ],
    ['before it', { kind: 'signing', offset: { amount: -2, unit: 'months' } }, 0, ['2 months before signing']],
    ['one of several', monthly, 1, ['September 30, 2026', 'Payment 2 of 12']],
    ['one of one', { ...monthly, times: 1 }, 0, ['August 31, 2026']],
    ['a condition', yards, 0, ['Estimated January 15, 2027', 'Condition: 1,000 rushing yards']],
    [
      'a condition without a day',
      { ...yards, estimatedDay: null },
      0,
      ['Conditional', 'Condition: 1,000 rushing yards'],
    ],
  ] as const)('by %s', (_, schedule, index, words) => {
    expect(said({ schedule }, index)).toEqual(words)
  })

  test('has the day relative to signing once it is signed', () => {
    const schedule = { kind: 'signing', offset: { amount: 30, unit: 'days' } } as const
    expect(said({ schedule }, 0, { signedOn })).toEqual(['December 24, 2026'])
  })

  test('says that it is in kind', () => {
    expect(said({ schedule: { kind: 'day', day: '2027-01-15' }, inKind: true })).toEqual([
      'January 15, 2027',
      'In kind',
    ])
  })
})
