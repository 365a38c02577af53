import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { comingDates } from './coming-dates.ts'

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

test('dates of deals link to them, with reason or amount', () => {
  const parties = {
    deal: { id: 'd1', title: 'Fall line' },
    athlete: { id: 'a1', name: 'Jonah Okoye' },
    company: { id: 'c1', name: 'Halden Sportswear' },
    keyDate: null,
    payment: null,
    away: null,
    isProven: false,
    state: 'open',
  } as const
  const items = [
    { ...parties, id: '1', kind: 'deliverable', title: 'Instagram reel', why: 'Fixed date', day: '2026-11-18' },
    { ...parties, id: '2', kind: 'key-date', title: 'Report', why: '5 business days after', day: '2026-11-19' },
    {
      ...parties,
      id: '3',
      kind: 'payment',
      title: 'Winter payment',
      why: 'Fixed date',
      day: '2026-11-20',
      payment: { currency: 'USD', amountMinor: 1_200_000, inKind: false, condition: null, outgoing: false },
    },
  ] as const
  const dates = comingDates({ subscription: undefined, invitations: [], items: [...items] }, zone, now)
  expect(dates.map(({ title, about, why, to }) => [title, about, why, to])).toEqual([
    ['Instagram reel', 'Jonah Okoye × Halden Sportswear', 'Jonah Okoye to deliver', 'deals/d1'],
    ['Report', 'Jonah Okoye × Halden Sportswear', '5 business days after', 'deals/d1'],
    ['$12,000 expected', 'Jonah Okoye × Halden Sportswear', 'Winter payment', 'deals/d1'],
  ])
})

test('reports that are due link to themselves', () => {
  const report = {
    id: 'r1',
    kind: 'disclosure',
    title: 'NIL Go report',
    day: '2026-11-19',
    why: 'Counts from Nov 12',
    record: { name: 'Fall line', to: 'compliance/r1' },
    athlete: { name: 'Jonah Okoye' },
    state: 'open',
    keyDate: null,
    away: null,
    isProven: false,
    payment: null,
  } as const
  expect(comingDates({ subscription: undefined, invitations: [], items: [report] }, zone, now)).toEqual([
    {
      id: 'r1',
      day: '2026-11-19',
      title: 'NIL Go report',
      about: 'Fall line',
      why: 'Counts from Nov 12',
      to: 'compliance/r1',
    },
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
