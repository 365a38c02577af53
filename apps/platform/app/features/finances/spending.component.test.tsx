import type { AccountingSettings } from '@sherpa/contracts/accounting-settings'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catchUploads } from '../../../test/fake-upload.ts'
import { fakeServer, organization, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as AccountingScreen } from './accounting-screen.tsx'
import { AddExpenseForm } from './add-expense-form.tsx'
import { ExpensePanel } from './expense-panel.tsx'

const expense: ExpenseRow = {
  id: '018f0000-0000-7000-8000-000000000001',
  spentOn: '2026-11-02',
  category: 'travel',
  vendor: 'Lakeside Air',
  note: null,
  currency: 'USD',
  amountMinor: 48_000,
  athlete: null,
  deal: null,
  paidBy: 'organization',
  recoupRate: null,
  recoupedMinor: 0,
  repaidMinor: 0,
  state: 'waiting',
  addedAt: '2026-11-03T10:00:00Z',
  addedBy: { id: '018f0000-0000-7000-8000-000000000002', name: 'Amara Cole' },
  decided: null,
  reversed: null,
  file: null,
  mayDecide: true,
}
const settings: AccountingSettings = {
  expenseLimitMinor: 50_000,
  invoicePrefix: 'F-',
  nextInvoice: 1,
  invoiceDays: 14,
  invoiceName: null,
  invoiceAddress: null,
  invoicePayment: null,
  currency: 'USD',
  version: 1,
  closedThrough: '2026-08-31',
  lastMonth: '2026-10',
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = page.getByRole('dialog')

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('an expense', () => {
  const call = `POST finances/expenses/${expense.id}/decision`
  const answers = { [`GET finances/expenses/${expense.id}`]: expense }

  test('is added with its receipt', async () => {
    const sent = catchUploads()
    const server = fakeServer({
      'GET ': { currency: 'USD' },
      'GET athletes': pageOf(),
      'POST finances/expenses': expense,
    })
    const onAdded = vi.fn()
    await showScreen(<AddExpenseForm onClose={vi.fn()} onAdded={onAdded} />)
    const photo = new File(['photo'], 'receipt.jpg', { type: 'image/jpeg' })
    await userEvent.upload(document.querySelector('input[aria-label="Receipt"]') as HTMLElement, photo)
    await page.getByLabelText('Amount').fill('480')
    await page.getByLabelText('Vendor').fill('Lakeside Air')
    await page.getByLabelText('Category').selectOptions('Travel')
    await button('Add expense').click()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.answer(200, { ...expense, file: { name: 'receipt.jpg', type: 'image/jpeg', size: 5 } })
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledWith(expense.id))
    expect(sent[0]?.address).toContain(`${organization.id}/finances/expenses/${expense.id}/file?name=receipt.jpg`)
    expect(server.bodyOf('POST finances/expenses')).toMatchObject({ vendor: 'Lakeside Air', amountMinor: 48_000 })
  })

  test('shows an error beside each missing field', async () => {
    fakeServer({ 'GET ': { currency: 'USD' }, 'GET athletes': pageOf() })
    await showScreen(<AddExpenseForm onClose={vi.fn()} onAdded={vi.fn()} />)
    await button('Add expense').click()
    await expect.element(page.getByLabelText('Vendor')).toHaveAccessibleDescription('Enter the vendor')
    await expect.element(page.getByLabelText('Category')).toHaveAccessibleDescription('Choose a category')
  })

  test('is approved with one click', async () => {
    const server = fakeServer({ ...answers, [call]: { ...expense, state: 'approved', mayDecide: false } })
    await showScreen(<ExpensePanel id={expense.id} />)
    await button('Approve').click()
    await expect.element(page.getByText('Expense approved.')).toBeVisible()
    expect(server.bodyOf(call)).toEqual({ decision: 'approved' })
  })

  test('is rejected only with a reason', async () => {
    const server = fakeServer({ ...answers, [call]: { ...expense, state: 'rejected', mayDecide: false } })
    await showScreen(<ExpensePanel id={expense.id} />)
    await button('Reject').click()
    await inDialog.getByRole('button', { name: 'Reject' }).click()
    await expect.element(inDialog.getByText('Enter a reason')).toBeVisible()
    await inDialog.getByLabelText('Reason').fill('No receipt')
    await inDialog.getByRole('button', { name: 'Reject' }).click()
    await expect.element(page.getByText('Expense rejected.')).toBeVisible()
    expect(server.bodyOf(call)).toEqual({ decision: 'rejected', comment: 'No receipt' })
  })

  test('is approved only by people who may approve it', async () => {
    fakeServer({ [`GET finances/expenses/${expense.id}`]: { ...expense, mayDecide: false } })
    await showScreen(<ExpensePanel id={expense.id} />)
    await expect.element(button('Reverse')).toBeVisible()
    expect(button('Approve').query()).toBeNull()
  })
})

describe('months', () => {
  test('are closed through the last full month or an earlier one', async () => {
    const call = 'POST finances/accounting/closing'
    const server = fakeServer({
      'GET finances/accounting': settings,
      [call]: { ...settings, closedThrough: '2026-09-30' },
    })
    await showScreen(<AccountingScreen />)
    await button('Close months').click()
    const months = inDialog.getByLabelText('Through the end of')
    await expect.element(months).toHaveTextContent('October 2026September 2026')
    await months.selectOptions('September 2026')
    await inDialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(page.getByText('Closed through September 2026.')).toBeVisible()
    expect(server.bodyOf(call)).toEqual({ month: '2026-09' })
  })

  test('fit a phone', async () => {
    await page.viewport(360, 740)
    fakeServer({ 'GET finances/accounting': settings })
    await showScreen(<AccountingScreen />)
    await expect.element(button('Close months')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})
