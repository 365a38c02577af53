import type { FinanceOverview } from '@sherpa/contracts/finance'
import { permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, showScreen } from '../../../test/show-screen.tsx'
import { Component as OverviewScreen } from './overview-screen.tsx'

const none = { minor: 0, count: 0 }
const overview: FinanceOverview = {
  readAt: '2026-11-16T10:00:00Z',
  today: '2026-11-16',
  fiscalMonth: 1,
  from: '2026-01',
  until: '2026-12',
  currency: 'USD',
  currencies: ['USD'],
  inUse: true,
  narrowed: false,
  received: none,
  inKind: none,
  expected: none,
  undated: none,
  conditional: none,
  late: none,
  oldestLateDays: 0,
  aging: [],
  feesMinor: 0,
  expensesMinor: 0,
  outgoing: null,
  months: [],
  sources: [],
}
const recordPayment = page.getByRole('link', { name: 'Record payment' })

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

const show = (permissions = permissionsOf('owner', [])) => {
  fakeServer({ 'GET finances/overview': overview })
  return showScreen(<OverviewScreen />, { as: { ...organization, permissions } })
}

test('members who edit money can record a payment', async () => {
  await show()
  await expect.element(recordPayment).toBeVisible()
})

test('members who only view money cannot', async () => {
  await show(permissionsOf('owner', []).filter((permission) => permission !== 'money.edit'))
  await expect.element(page.getByLabelText('Months')).toBeVisible()
  await expect.element(recordPayment).not.toBeInTheDocument()
})
