import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { changeInWords, outlook, priceInWords } from './subscription-words.ts'

const trial = {
  planId: 'agency-starter',
  seats: 3,
  status: 'trialing',
  trialEndsAt: '2026-11-28T10:00:00Z',
  period: null,
  priceCents: null,
  cancelAtPeriodEnd: false,
} as Subscription
const paid: Subscription = {
  ...trial,
  status: 'active',
  priceCents: 4900,
  period: { start: '2026-11-28T10:00:00Z', end: '2026-12-28T10:00:00Z' },
}
const now = new Date('2026-11-20T10:00:00Z')
const outlookOf = (subscription: Subscription) => outlook(subscription, now, (iso) => iso.slice(0, 10))

test('a trial says until when it is free, and that the price is agreed first', () => {
  expect(outlookOf(trial)).toMatch(/^Free until 2026-11-28\. We agree the price/)
  expect(outlookOf({ ...trial, priceCents: 4900 })).toMatch(/^Free until 2026-11-28\. Then an invoice/)
})

test('a trial without an agreed price outlives its day', () => {
  expect(outlookOf({ ...trial, trialEndsAt: '2026-11-19T10:00:00Z' })).toBe(
    'Free until we have agreed the price with you.',
  )
})

test('what is cancelled works until its end: that of the trial, or of what has been paid', () => {
  expect(outlookOf({ ...trial, cancelAtPeriodEnd: true })).toContain('until 2026-11-28')
  expect(outlookOf({ ...paid, cancelAtPeriodEnd: true })).toContain('until 2026-12-28')
})

test('an active subscription says when the next invoice comes, an overdue one that it should be paid', () => {
  expect(outlookOf(paid)).toContain('2026-12-28')
  expect(outlookOf({ ...paid, status: 'past_due' })).toMatch(/overdue/)
})

test('more takes effect at once, less later, and nothing changes without a change', () => {
  expect(changeInWords(paid, { planId: 'agency-starter', seats: 3 })).toBeUndefined()
  expect(changeInWords(paid, { planId: 'agency-starter', seats: 5 })).toMatch(/at once/)
  expect(changeInWords(paid, { planId: 'agency-starter', seats: 2 })).toMatch(/next period/)
  expect(changeInWords(trial, { planId: 'agency-starter', seats: 2 })).toMatch(/trial/)
})

test('a price that has not been agreed is not zero', () => {
  expect(priceInWords(null)).toBe('To be agreed')
  expect(priceInWords(4900)).toBe('$49.00 per seat and month')
})
