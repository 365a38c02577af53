import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Course, monthsAfter, nextStep, priceStart, upgradeCost } from './lifecycle.ts'

const day = (text: string) => new Date(`${text}T12:00:00Z`)

const course = (changes: Partial<Course>): Course => ({
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
  ['a trial that goes on', { status: 'trialing', trialEndsAt: day('2026-11-23') }, undefined],
  ['a trial that ends in 7 days', { status: 'trialing', trialEndsAt: day('2026-11-22') }, 'announce-trial-end'],
  [
    'a trial whose end was announced 7 days before',
    { status: 'trialing', trialEndsAt: day('2026-11-17'), trialNoticeDays: 7 },
    undefined,
  ],
  [
    'a trial that ends tomorrow',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), trialNoticeDays: 7 },
    'announce-trial-end',
  ],
  [
    'a trial whose end was announced the day before',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), trialNoticeDays: 1 },
    undefined,
  ],
  [
    'a cancelled trial that ends tomorrow',
    { status: 'trialing', trialEndsAt: day('2026-11-16'), cancelAtPeriodEnd: true },
    undefined,
  ],
  ['a trial that is over', { status: 'trialing' }, 'begin-first-period'],
  ['a trial that is over without a price', { status: 'trialing', priceCents: null }, undefined],
  ['a trial that is over and cancelled', { status: 'trialing', priceCents: null, cancelAtPeriodEnd: true }, 'cancel'],
  ['a period that goes on', {}, undefined],
  ['a period that is over', { periodEnd: day('2026-11-15') }, 'begin-next-period'],
  ['a period that is over and cancelled', { periodEnd: day('2026-11-15'), cancelAtPeriodEnd: true }, 'cancel'],
  ['a cancelled period that goes on', { cancelAtPeriodEnd: true }, undefined],
  ['an invoice that was not paid in time', { overdue: true }, 'mark-past-due'],
  ['no new period while one is owed', { overdue: true, periodEnd: day('2026-11-15') }, 'mark-past-due'],
  ['a debt that was paid', { status: 'past_due', pastDueSince: day('2026-11-10') }, 'clear-past-due'],
  ['a debt of 29 days', { status: 'past_due', overdue: true, pastDueSince: day('2026-10-17') }, undefined],
  ['a debt of 30 days', { status: 'past_due', overdue: true, pastDueSince: day('2026-10-16') }, 'cancel'],
  ['the end', { status: 'cancelled', overdue: true, periodEnd: day('2026-01-01') }, undefined],
] as const)('%s', (_, changes, step) => {
  expect(nextStep(course(changes), day('2026-11-15'))).toBe(step)
})

test.each([
  ['at the end of the trial', { status: 'trialing', trialEndsAt: day('2026-11-20') }, day('2026-11-20')],
  ['at once, when the trial has waited for it', { status: 'trialing' }, null],
  ['with the next period', {}, day('2026-12-15')],
] as const)('a price that is accepted counts %s', (_, changes, start) => {
  expect(priceStart(course(changes), day('2026-11-15'))).toEqual(start)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-15', 1, '2026-12-15'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-11-15', 0, '2026-11-15'],
])('%s and %i months is %s', (from, months, to) => {
  expect(monthsAfter(day(from), months)).toEqual(day(to))
})

test('periods follow one another without gap or overlap, whatever the day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: day('2020-01-01'), max: day('2040-01-01'), noInvalidDate: true }),
      fc.nat(60),
      (anchor, n) => {
        const days = (monthsAfter(anchor, n + 1).getTime() - monthsAfter(anchor, n).getTime()) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
      },
    ),
  )
})

test('an upgrade costs the difference for the days that are left', () => {
  const period = { start: day('2026-11-01'), end: day('2026-12-01') }
  const cost = upgradeCost({ priceCents: 1000, seats: 3 }, { priceCents: 1000, seats: 6 }, period, day('2026-11-16'))
  expect(cost).toEqual({ perPeriod: 3000, days: 30, daysLeft: 15, cents: 1500 })
})

test('an upgrade never costs more than the whole difference, nor less than nothing', () => {
  const terms = fc.record({ priceCents: fc.nat(100_000), seats: fc.integer({ min: 1, max: 1000 }) })
  const period = { start: day('2026-11-01'), end: day('2026-12-01') }
  const moment = fc.date({ min: period.start, max: period.end, noInvalidDate: true })
  fc.assert(
    fc.property(terms, terms, moment, (from, to, now) => {
      const { perPeriod, cents } = upgradeCost(from, to, period, now)
      expect(Math.abs(cents)).toBeLessThanOrEqual(Math.abs(perPeriod))
      expect(cents * perPeriod).toBeGreaterThanOrEqual(0)
    }),
  )
})
