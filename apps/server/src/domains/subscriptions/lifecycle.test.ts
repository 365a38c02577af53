import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, computePriceStart, nextStep, prorateUpgrade, type SubscriptionState } from './lifecycle.ts'

const day = (text: string) => new Date(`${text}T12:00:00Z`)

const createCourse = (changes: Partial<SubscriptionState>): SubscriptionState => ({
  status: 'active',
  trialEndsAt: day('2026-11-15'),
  trialNoticeDays: null,
  priceCents: 4900,
  periodEnd: day('2026-12-15'),
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  overdue: false,
  ...changes,
})

test.each([
  ['running trial: no step', { status: 'trialing', trialEndsAt: day('2026-11-23') }, undefined],
  ['trial that ends in 7 days: notice', { status: 'trialing', trialEndsAt: day('2026-11-22') }, 'announce-trial-end'],
  [
    'trial after the 7-day notice: no step',
    { status: 'trialing', trialEndsAt: day('2026-11-17'), trialNoticeDays: 7 },
    undefined,
  ],
  [
    'trial that ends tomorrow: notice',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), trialNoticeDays: 7 },
    'announce-trial-end',
  ],
  [
    'trial after the 1-day notice: no step',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), trialNoticeDays: 1 },
    undefined,
  ],
  [
    'canceled trial that ends tomorrow: no step',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), cancelAtPeriodEnd: true },
    undefined,
  ],
  ['ended trial: first period', { status: 'trialing' }, 'begin-first-period'],
  ['ended trial without a price: no step', { status: 'trialing', priceCents: null }, undefined],
  ['ended canceled trial: cancel', { status: 'trialing', priceCents: null, cancelAtPeriodEnd: true }, 'cancel'],
  ['running period: no step', {}, undefined],
  ['ended period: next period', { periodEnd: day('2026-11-15') }, 'begin-next-period'],
  ['ended canceled period: cancel', { periodEnd: day('2026-11-15'), cancelAtPeriodEnd: true }, 'cancel'],
  ['running canceled period: no step', { cancelAtPeriodEnd: true }, undefined],
  ['overdue invoice: past due', { overdue: true }, 'mark-past-due'],
  [
    'overdue invoice at the end of a period: past due, no new period',
    { overdue: true, periodEnd: day('2026-11-15') },
    'mark-past-due',
  ],
  ['paid overdue invoice: active again', { status: 'past_due', pastDueSince: day('2026-11-10') }, 'clear-past-due'],
  ['29 days past due: no step', { status: 'past_due', overdue: true, pastDueSince: day('2026-10-17') }, undefined],
  ['30 days past due: cancel', { status: 'past_due', overdue: true, pastDueSince: day('2026-10-16') }, 'cancel'],
  ['canceled subscription: no step', { status: 'canceled', overdue: true, periodEnd: day('2026-01-01') }, undefined],
] as const)('%s', (_, changes, step) => {
  expect(nextStep(createCourse(changes), day('2026-11-15'))).toBe(step)
})

test.each([
  ['at the end of the trial', { status: 'trialing', trialEndsAt: day('2026-11-20') }, day('2026-11-20')],
  ['immediately after an ended trial', { status: 'trialing' }, null],
  ['with the next period', {}, day('2026-12-15')],
] as const)('an accepted price applies %s', (_, changes, start) => {
  expect(computePriceStart(createCourse(changes), day('2026-11-15'))).toEqual(start)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-15', 1, '2026-12-15'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-11-15', 0, '2026-11-15'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(addMonths(day(from), months)).toEqual(day(to))
})

test('periods have 28 to 31 days for every start day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: day('2020-01-01'), max: day('2040-01-01'), noInvalidDate: true }),
      fc.nat(60),
      (anchor, n) => {
        const days = (addMonths(anchor, n + 1).getTime() - addMonths(anchor, n).getTime()) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
      },
    ),
  )
})

test('an upgrade is prorated for the remaining days', () => {
  const period = { start: day('2026-11-01'), end: day('2026-12-01') }
  const cost = prorateUpgrade({ priceCents: 1000, seats: 3 }, { priceCents: 1000, seats: 6 }, period, day('2026-11-16'))
  expect(cost).toEqual({ perPeriod: 3000, days: 30, daysLeft: 15, cents: 1500 })
})

test('a proration is between zero and the full difference', () => {
  const terms = fc.record({ priceCents: fc.nat(100_000), seats: fc.integer({ min: 1, max: 1000 }) })
  const period = { start: day('2026-11-01'), end: day('2026-12-01') }
  const moment = fc.date({ min: period.start, max: period.end, noInvalidDate: true })
  fc.assert(
    fc.property(terms, terms, moment, (from, to, now) => {
      const { perPeriod, cents } = prorateUpgrade(from, to, period, now)
      expect(Math.abs(cents)).toBeLessThanOrEqual(Math.abs(perPeriod))
      expect(cents * perPeriod).toBeGreaterThanOrEqual(0)
    }),
  )
})
