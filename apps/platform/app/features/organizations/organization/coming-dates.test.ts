import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { comingDates, daysInWords } from './coming-dates.ts'

const trial = {
  status: 'trialing',
  planName: 'Agency Starter',
  trialEndsAt: '2026-11-29T10:00:00Z',
  period: null,
  cancelAtPeriodEnd: false,
  offer: null,
} as Subscription
const now = new Date('2026-11-17T10:24:00Z')
const zone = 'America/New_York'
const invitation = {
  id: 'i',
  email: 'max@agency.example',
  role: 'agent',
  sentAt: '2026-11-15T09:00:00Z',
  expiresAt: '2026-11-22T09:00:00Z',
} as const

test('sorts dates of the next two weeks, with reasons', () => {
  const soon = comingDates({ subscription: trial, invitations: [invitation] }, zone, now)
  expect(soon.map(({ title, about, why }) => [title, about, why])).toEqual([
    ['Invitation expires', 'max@agency.example', '7 days after it was sent'],
    ['Free trial ends', 'Agency Starter', '14 days after it started'],
  ])
  const period = { start: '2026-10-30T10:00:00Z', end: '2026-11-30T10:00:00Z' }
  const paid = { ...trial, status: 'active', period } as const
  expect(comingDates({ subscription: paid, invitations: [] }, zone, now)[0]?.why).toBe('Renews monthly on the 30th')
  expect(comingDates({ subscription: paid, invitations: [] }, zone, new Date('2026-11-10T10:00:00Z'))).toEqual([])
  expect(comingDates({ subscription: trial, invitations: [] }, zone, new Date('2026-11-29T10:00:00Z'))).toEqual([])
})

test('dates of deals link to them, overdue ones first', () => {
  const deal = { id: 'd1', title: 'Jonah Okoye × Halden Sportswear' }
  const dealWork = {
    keyDates: [{ title: 'Report to NIL Go', deal, explained: '5 business days after the signing', day: '2026-11-19' }],
    deliverables: [{ title: 'Instagram reel', deal, athlete: { id: 'a1', name: 'Jonah Okoye' }, dueOn: '2026-11-15' }],
  } as never
  const dates = comingDates({ subscription: undefined, invitations: [], dealWork }, zone, now)
  expect(dates.map(({ title, why, to, day }) => [title, why, to, day])).toEqual([
    ['Instagram reel', 'Jonah Okoye to deliver', 'deals/d1', '2026-11-15'],
    ['Report to NIL Go', '5 business days after the signing', 'deals/d1', '2026-11-19'],
  ])
})

test('days use the organization’s time zone', () => {
  // Still the 15th in Honolulu.
  const evening = new Date('2026-11-16T05:00:00Z')
  const dayOf = (timeZone: string) =>
    comingDates({ subscription: trial, invitations: [] }, timeZone, evening).map(({ day }) => day)
  expect(dayOf('Pacific/Honolulu')).toEqual(['2026-11-29'])
  expect(dayOf('Pacific/Kiritimati')).toEqual(['2026-11-30'])
  const later = { ...trial, trialEndsAt: '2026-11-30T10:30:00Z' }
  // The 30th is 15 days away there, 14 where it is the 16th.
  expect(comingDates({ subscription: later, invitations: [] }, 'Pacific/Honolulu', evening)).toEqual([])
  expect(comingDates({ subscription: later, invitations: [] }, 'Europe/London', evening)).toHaveLength(1)
})

test('formats relative days', () => {
  expect([-2, -1, 0, 1, 3].map(daysInWords)).toEqual(['2 days late', '1 day late', 'Today', 'Tomorrow', 'In 3 days'])
})
