import type { Plan } from '@sherpa/contracts/plan'
import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { renewalDay } from './billing-dates.tsx'
import { changeInWords, offerStartInWords, outlook, priceInWords } from './subscription-words.ts'

const trial = {
  planId: 'agency-starter',
  planName: 'Agency Starter',
  seats: 3,
  status: 'trialing',
  trialEndsAt: '2026-11-28T23:30:00Z',
  period: null,
  priceCents: null,
  cancelAtPeriodEnd: false,
  next: null,
  offer: null,
} as Subscription
const offer = { id: 'o', planName: 'Agency Starter', seats: 3, priceCents: 4900, startsAt: null }
const paid: Subscription = {
  ...trial,
  status: 'active',
  priceCents: 4900,
  period: { start: '2026-11-30T10:00:00Z', end: '2026-12-30T10:00:00Z' },
}
const plans = [
  { id: 'agency-starter', priceCents: null },
  { id: 'agency-professional', priceCents: 9900 },
  { id: 'agency-enterprise', priceCents: null },
] as Plan[]
const outlookOf = (subscription: Subscription) => outlook(subscription, new Date('2026-11-20T10:00:00Z'))

test('a trial says when it ends and what follows', () => {
  expect(outlookOf(trial)).toBe('Your free trial ends on November 28. We will email you a price to accept.')
  expect(outlookOf({ ...trial, offer })).toBe(
    'Your free trial ends on November 28. To continue after that, the price above must be accepted.',
  )
  expect(outlookOf({ ...trial, priceCents: 4900 })).toBe(
    'Your free trial ends on November 28. Your first invoice is issued that day.',
  )
})

test('a trial without an accepted price continues', () => {
  const over = { ...trial, trialEndsAt: '2026-11-19T10:00:00Z' }
  expect(outlookOf(over)).toBe('Your free trial continues until a price is accepted. We will email you one.')
  expect(outlookOf({ ...over, offer })).toBe('Your free trial continues until the price above is accepted.')
})

test('a canceled subscription works until the end of its trial or paid period', () => {
  expect(outlookOf({ ...trial, cancelAtPeriodEnd: true })).toContain('until November 28')
  expect(outlookOf({ ...paid, cancelAtPeriodEnd: true })).toContain('until December 30')
})

test('an active subscription says when it renews, an overdue one asks for payment', () => {
  expect(outlookOf(paid)).toBe('Renews monthly on the 30th. Next invoice: December 30.')
  expect(outlookOf({ ...paid, status: 'past_due' })).toMatch(/overdue/)
})

test.each([
  ['2026-11-01', '2026-12-01', '1st'],
  ['2026-11-22', '2026-12-22', '22nd'],
  ['2026-11-03', '2026-12-03', '3rd'],
  ['2026-11-11', '2026-12-11', '11th'],
  ['2027-01-31', '2027-02-28', '31st'],
  ['2027-02-28', '2027-03-30', '30th'],
])('a period from %s to %s renews on the %s', (start, end, day) => {
  expect(renewalDay({ start, end })).toBe(day)
})

test('a change says when it takes effect', () => {
  const change = (subscription: Subscription, planId: string, seats: number) =>
    changeInWords(subscription, { planId, seats }, plans)
  expect(change(paid, 'agency-starter', 3)).toBeUndefined()
  expect(change(paid, 'agency-starter', 5)).toMatch(/^Changes apply immediately\. We will invoice the difference/)
  expect(change(paid, 'agency-starter', 2)).toBe('Takes effect on December 30.')
  expect(change(paid, 'agency-professional', 3)).toMatch(/^Changes apply immediately/)
  expect(change(paid, 'agency-professional', 1)).toBe('Takes effect on December 30.')
  expect(change(paid, 'agency-enterprise', 3)).toBe(
    'We will email you a price for this plan. Takes effect on December 30, once you have accepted it.',
  )
  expect(change(trial, 'agency-starter', 2)).toBe('Changes apply immediately.')
  expect(change(trial, 'agency-enterprise', 2)).toBe(
    'Changes apply immediately. We will email you a price for this plan.',
  )
})

test('a scheduled downgrade can be undone', () => {
  const next = { planId: 'agency-starter', planName: 'Agency Starter', seats: 2, priceCents: 4900 }
  expect(changeInWords({ ...paid, next }, { planId: 'agency-starter', seats: 3 }, plans)).toBe(
    'Takes effect on December 30.',
  )
})

test('an offer says when it starts', () => {
  expect(offerStartInWords(trial, trial.trialEndsAt)).toBe('November 28, after your free trial')
  expect(offerStartInWords(trial, null)).toBe('When you accept')
  expect(offerStartInWords(paid, '2026-12-30T10:00:00Z')).toBe('December 30, with your next billing period')
})

test('a missing price is not zero', () => {
  expect(priceInWords(null)).toBe('Not set yet')
  expect(priceInWords(8900)).toBe('$89 per seat / month')
  expect(priceInWords(4950)).toBe('$49.50 per seat / month')
})
