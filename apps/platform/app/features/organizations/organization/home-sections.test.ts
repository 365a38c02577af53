import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { comingDates, daysInWords, daysUntil } from './coming-dates.ts'
import { mattersFor } from './matters.ts'

const trial = {
  status: 'trialing',
  planName: 'Agency Starter',
  trialEndsAt: '2026-11-29T10:00:00Z',
  period: null,
  cancelAtPeriodEnd: false,
  offer: null,
} as Subscription
const offer = { id: 'o', planName: 'Agency Starter', seats: 2, priceCents: 4900, startsAt: null }
const now = new Date('2026-11-17T10:24:00Z')
const invitation = {
  id: 'i',
  email: 'max@agency.example',
  role: 'agent',
  sentAt: '2026-11-15T09:00:00Z',
  expiresAt: '2026-11-22T09:00:00Z',
} as const

const titles = (subscription: Subscription | null, manages = true) =>
  mattersFor({ organization: { id: 'o1', may: () => manages }, subscription }).map(({ title }) => title)

test('what waits is a price, an overdue invoice and an end, for those who manage billing', () => {
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

test('dates come soonest first, with their reason, and no later than in two weeks', () => {
  const soon = comingDates({ subscription: trial, invitations: [invitation] }, now)
  expect(soon.map(({ title, about, why }) => [title, about, why])).toEqual([
    ['Invitation expires', 'max@agency.example', '7 days after it was sent'],
    ['Free trial ends', 'Agency Starter', '14 days after it began'],
  ])
  const period = { start: '2026-10-30T10:00:00Z', end: '2026-11-30T10:00:00Z' }
  const paid = { ...trial, status: 'active', period } as const
  expect(comingDates({ subscription: paid, invitations: [] }, now)[0]?.why).toBe('Renews monthly on the 30th')
  expect(comingDates({ subscription: paid, invitations: [] }, new Date('2026-11-10T10:00:00Z'))).toEqual([])
  expect(comingDates({ subscription: trial, invitations: [] }, new Date('2026-11-29T10:00:00Z'))).toEqual([])
})

test('days ahead follow the calendar, not the clock', () => {
  expect(daysInWords(daysUntil('2026-11-17T23:00:00', new Date('2026-11-17T22:00:00')))).toBe('Today')
  expect(daysInWords(daysUntil('2026-11-18T01:00:00', new Date('2026-11-17T22:00:00')))).toBe('Tomorrow')
  expect(daysInWords(daysUntil('2026-11-20T01:00:00', new Date('2026-11-17T22:00:00')))).toBe('In 3 days')
})
