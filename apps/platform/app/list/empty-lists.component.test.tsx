// Server: an empty page is proved by the tests of each list, such as domains/athletes/athletes.test.ts
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, pageOf, showScreen } from '../../test/show-screen.tsx'
import { Component as AthletesScreen } from '../features/athletes/athletes-screen.tsx'
import { Component as DealsScreen } from '../features/deals/deals-screen.tsx'
import { Component as BankScreen } from '../features/finances/bank-screen.tsx'
import { Component as ExpensesScreen } from '../features/finances/expenses-screen.tsx'
import { Component as PaymentsScreen } from '../features/finances/payments-screen.tsx'
import { Component as ReceiptsScreen } from '../features/finances/receipts-screen.tsx'

beforeEach(async () => {
  await page.viewport(1280, 800)
  fakeServer({
    'GET ': { currency: 'USD' },
    'GET athletes': pageOf(),
    'GET deals': pageOf(),
    'GET payments': pageOf(),
    'GET people': pageOf(),
    'GET programs': { programs: [] },
    'GET tags': { tags: [] },
    'GET custom-fields': { fields: [] },
    'GET sports': { sports: [] },
    'GET views': { views: [] },
    'GET finances/receipts': pageOf(),
    'GET finances/expenses': pageOf(),
    'GET finances/bank-lines': pageOf(),
    'GET finances/bank-matches': { lines: [], totals: [], outgoing: 0 },
  })
})
afterEach(() => vi.restoreAllMocks())

test.each<[path: string, Screen: ComponentType, empty: string, add?: string]>([
  ['athletes', AthletesScreen, 'No athletes yet', 'Add athlete'],
  ['deals', DealsScreen, 'No deals yet', 'New deal'],
  ['finances/payments', PaymentsScreen, 'No payments yet', 'New deal'],
  ['finances/receipts', ReceiptsScreen, 'No receipts yet', 'Record payment'],
  ['finances/expenses', ExpensesScreen, 'No expenses yet', 'Add expense'],
  ['finances/receipts/bank', BankScreen, 'Nothing to match'],
])('%s: an empty list has no search, filters or export, and says how to fill it', async (path, Screen, empty, add) => {
  await showScreen(<Screen />, { address: `/organizations/${organization.id}/${path}` })
  await expect.element(page.getByText(empty)).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: /^(Filter|Columns|Status|Export|Sort)/ }))
    .not.toBeInTheDocument()
  if (!add) return
  const adding = page.getByRole('button', { name: add }).or(page.getByRole('link', { name: add }))
  await expect.poll(() => adding.elements().length).toBe(1)
})
