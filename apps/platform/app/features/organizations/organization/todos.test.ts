import type { ExpenseRow } from '@sherpa/contracts/expense'
import type { Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { billingTodos, expenseTodos, guardianTodos } from './todos.ts'

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
  billingTodos({ organization: { id: 'o1', may: () => manages }, subscription }).map(({ title }) => title)

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

test('an expense to review links to itself without its amount', () => {
  const expense = {
    id: 'e1',
    vendor: 'Cascade Air',
    amountMinor: 30_000,
    addedBy: { id: 'p1', name: 'Amara Cole' },
    addedAt: new Date().toISOString(),
  } as ExpenseRow
  expect(expenseTodos('o1', [expense])).toEqual([
    {
      title: 'Cascade Air',
      about: 'Expense added by Amara Cole just now',
      to: '/organizations/o1/finances/expenses/e1',
      action: 'Review',
      icon: 'figures',
    },
  ])
})

test('a guardian who is also a member links to the athlete', () => {
  const athlete = { id: 'a1', name: 'Kaia Nakamura' }
  expect(guardianTodos('o1', [{ guardian: 'Mari Nakamura', athlete }])).toMatchObject([
    { title: 'Mari Nakamura is both a member and a guardian', to: '/organizations/o1/athletes/a1' },
  ])
})
