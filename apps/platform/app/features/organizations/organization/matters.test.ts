import type { ExpenseRow } from '@sherpa/contracts/expense'
import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { mattersFor, mattersOfExpenses, mattersOfGuardians } from './matters.ts'

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

test('an expense that waits leads to itself, and says nothing of its amount', () => {
  const expense = {
    id: 'e1',
    vendor: 'Cascade Air',
    amountMinor: 30_000,
    addedBy: { id: 'p1', name: 'Amara Cole' },
    addedAt: new Date().toISOString(),
  } as ExpenseRow
  expect(mattersOfExpenses('o1', [expense])).toEqual([
    {
      title: 'Cascade Air',
      about: 'An expense that Amara Cole added just now waits for your decision',
      to: '/organizations/o1/finances/expenses/e1',
      action: 'Decide',
      icon: 'figures',
    },
  ])
})

test('a guardian who became a member leads to the athlete whom they cannot sign for', () => {
  const athlete = { id: 'a1', name: 'Kaia Nakamura' }
  expect(mattersOfGuardians('o1', [{ guardian: 'Mari Nakamura', athlete }])).toMatchObject([
    { title: 'Mari Nakamura is both a member and a guardian', to: '/organizations/o1/athletes/a1' },
  ])
})
