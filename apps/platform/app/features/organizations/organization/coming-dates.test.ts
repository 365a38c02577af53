import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { comingDates, daysInWords, daysUntil } from './coming-dates.ts'

const trial = {
  status: 'trialing',
  planName: 'Agency Starter',
  trialEndsAt: '2026-11-29T10:00:00Z',
  period: null,
  cancelAtPeriodEnd: false,
  offer: null,
} as Subscription
const now = new Date('2026-11-17T10:24:00Z')
const invitation = {
  id: 'i',
  email: 'max@agency.example',
  role: 'agent',
  sentAt: '2026-11-15T09:00:00Z',
  expiresAt: '2026-11-22T09:00:00Z',
} as const

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

test('days of deals lead to them, and what is late comes first', () => {
  const deal = { id: 'd1', title: 'Jonah Okoye × Halden Sportswear' }
  const dealWork = {
    keyDates: [{ title: 'Report to NIL Go', deal, explained: '5 business days after the signing', day: '2026-11-19' }],
    deliverables: [{ title: 'Instagram reel', deal, athlete: { id: 'a1', name: 'Jonah Okoye' }, dueOn: '2026-11-15' }],
  } as never
  const dates = comingDates({ subscription: undefined, invitations: [], dealWork }, now)
  expect(dates.map(({ title, why, to, at }) => [title, why, to, daysInWords(daysUntil(at, now))])).toEqual([
    ['Instagram reel', 'Owed by Jonah Okoye', 'deals/d1', '2 days late'],
    ['Report to NIL Go', '5 business days after the signing', 'deals/d1', 'In 2 days'],
  ])
})

test('days ahead follow the calendar, not the clock', () => {
  expect(daysInWords(daysUntil('2026-11-17T23:00:00', new Date('2026-11-17T22:00:00')))).toBe('Today')
  expect(daysInWords(daysUntil('2026-11-18T01:00:00', new Date('2026-11-17T22:00:00')))).toBe('Tomorrow')
  expect(daysInWords(daysUntil('2026-11-20T01:00:00', new Date('2026-11-17T22:00:00')))).toBe('In 3 days')
})
