import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { billingRows } from './account-rows.ts'

const trial = {
  status: 'trialing',
  planName: 'Agency Starter',
  trialEndsAt: '2026-11-29T10:00:00Z',
  period: null,
  cancelAtPeriodEnd: false,
  offer: null,
} as Subscription
const offer = { id: 'o', planName: 'Agency Starter', seats: 2, priceCents: 4900, startsAt: null }

const titles = (subscription: Subscription | null, manages = true) =>
  billingRows({ organization: { id: 'o1', may: () => manages }, subscription }).map(({ title }) => title)

test('people who manage billing see offers, overdue invoices and the end of the subscription', () => {
  expect(titles(null)).toEqual([])
  expect(titles(trial)).toEqual([])
  expect(titles({ ...trial, offer })).toEqual(['Your price for Agency Starter'])
  expect(titles({ ...trial, offer }, false)).toEqual([])
  expect(titles({ ...trial, status: 'past_due', offer })).toEqual([
    'An invoice is overdue',
    'Your price for Agency Starter',
  ])
  expect(titles({ ...trial, offer, cancelAtPeriodEnd: true })).toEqual(['Your subscription ends on November 29'])
  expect(titles({ ...trial, offer, status: 'canceled' })).toEqual([])
})
