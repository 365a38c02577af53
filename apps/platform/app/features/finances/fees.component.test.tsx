import type { FeeInvoice, InvoicePreview, OpenFee } from '@sherpa/contracts/fee-invoice'
import type { Statement } from '@sherpa/contracts/statement'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { NewInvoiceDialog } from './new-invoice-dialog.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'
import { Component as StatementsScreen } from './statements-screen.tsx'

const jonah = { id: '018f0000-0000-7000-8000-000000000001', name: 'Jonah Okoye' }
const fee: OpenFee = { athlete: jonah, currency: 'USD', totalMinor: 15_000 }
const seller = { name: 'Ridgeline', address: null, payment: null }
const lines = [{ title: 'Fee 10% of Retainer', amountMinor: 15_000 }]
const preview: InvoicePreview = {
  athlete: jonah,
  currency: 'USD',
  lines,
  totalMinor: 15_000,
  dueOn: '2026-12-01',
  seller,
}
const invoice: FeeInvoice = {
  id: '018f0000-0000-7000-8000-000000000002',
  number: 'F-0001',
  athlete: jonah,
  issuedOn: '2026-11-16',
  dueOn: '2026-12-01',
  currency: 'USD',
  totalMinor: 15_000,
  paidMinor: 0,
  state: 'open',
  sentAt: null,
  seller,
  buyer: { name: jonah.name, address: null },
  lines,
  payments: [],
  issuedBy: null,
  sentTo: null,
  voidReason: null,
  recipient: { name: jonah.name, isGuardian: false, email: 'jonah@okoye.example' },
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = page.getByRole('dialog')

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('a fee invoice', () => {
  const previewed = { [`GET finances/fees/${jonah.id}`]: preview }

  test('shows its lines before it is issued', async () => {
    const server = fakeServer({ ...previewed, 'POST finances/fee-invoices': invoice })
    const onIssued = vi.fn()
    await showScreen(<NewInvoiceDialog fee={fee} onClose={vi.fn()} onIssued={onIssued} />)
    await expect.element(inDialog.getByText('Fee 10% of Retainer')).toBeVisible()
    await button('Issue invoice for $150.00').click()
    await expect.element(page.getByText('Invoice F-0001 issued. Not sent yet.')).toBeVisible()
    expect(onIssued).toHaveBeenCalledWith(invoice.id)
    expect(server.bodyOf('POST finances/fee-invoices')).toEqual({ athleteId: jonah.id, currency: 'USD' })
  })

  test('can be previewed again after a failure', async () => {
    const answers: Record<string, object | 'internal-error'> = { [`GET finances/fees/${jonah.id}`]: 'internal-error' }
    fakeServer(answers)
    await showScreen(<NewInvoiceDialog fee={fee} onClose={vi.fn()} onIssued={vi.fn()} />)
    await expect.element(inDialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    Object.assign(answers, previewed)
    await inDialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(button('Issue invoice for $150.00')).toBeVisible()
  })

  test('is sent to the athlete, or to another address', async () => {
    const call = `POST finances/fee-invoices/${invoice.id}/mail`
    const server = fakeServer({ [call]: { ...invoice, sentTo: 'office@okoye.example' } })
    const onClose = vi.fn()
    await showScreen(<SendInvoiceDialog open invoice={invoice} onClose={onClose} />)
    await expect.element(inDialog.getByLabelText('Send to')).toHaveValue('jonah@okoye.example')
    await inDialog.getByLabelText('Send to').fill('nonsense')
    await button('Send invoice').click()
    await expect.element(inDialog.getByText('Enter a valid email address')).toBeVisible()
    await inDialog.getByLabelText('Send to').fill('office@okoye.example')
    await button('Send invoice').click()
    await expect.element(page.getByText('Invoice F-0001 sent to office@okoye.example.')).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(server.bodyOf(call)).toEqual({ email: 'office@okoye.example' })
  })
})

describe('a statement', () => {
  const statement: Statement = {
    recipient: null,
    organization: { name: 'Ridgeline' },
    athlete: jonah,
    from: '2026-01-01',
    until: '2026-12-31',
    today: '2026-11-16',
    currencies: [],
  }
  const address = `/?athlete=${jonah.id}&from=2026-01-01&until=2026-12-31&period=year`
  const answers = {
    'GET ': { currency: 'USD', fiscalMonth: 1 },
    'GET athletes': pageOf({
      id: jonah.id,
      givenName: 'Jonah',
      familyName: 'Okoye',
      preferredName: null,
      sport: null,
      positions: [],
      school: null,
      level: 'pro',
      stage: 'signed',
    }),
    [`GET finances/statements/${jonah.id}`]: statement,
  }

  const figures = { expectedMinor: 0, lateMinor: 0, expensesMinor: 0, unrecoupedMinor: 0, athletePayMinor: 0 }
  const row = { name: jonah.name, athlete: null, promisedMinor: null, receivedMinor: 400_000, feesMinor: 60_050 }
  const breakdown = {
    rows: [
      { id: jonah.id, ...row, ...figures },
      { id: null, ...row, name: 'Ledger only', ...figures },
    ],
    all: { count: 2, promisedMinor: null, receivedMinor: 800_000, feesMinor: 120_100, ...figures },
  }

  test('is offered for the athletes with money in the period', async () => {
    const server = fakeServer({ ...answers, 'GET finances/breakdown': breakdown })
    await showScreen(<StatementsScreen />, { address: '/?from=2026-01-01&until=2026-12-31&period=year' })
    await expect.element(page.getByRole('cell', { name: '$4,000.00' })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: '$600.50' })).toBeVisible()
    expect(page.getByText('Ledger only').query()).toBeNull()
    expect(button('Download PDF').query()).toBeNull()
    const { query } = server.asked.find(({ call }) => call === 'GET finances/breakdown') ?? {}
    expect(query).toEqual({ by: 'athlete', currency: 'USD', from: '2026-01', until: '2026-12' })
    await page.getByRole('link', { name: 'Open statement of Jonah Okoye' }).click()
    await expect.element(page.getByText('Nothing yet')).toBeVisible()
    expect(server.asked.find(({ call }) => call.includes('finances/statements'))?.query).toEqual({
      from: '2026-01-01',
      until: '2026-12-31',
    })
  })

  test('is downloaded as a PDF of the selected period', async () => {
    const server = fakeServer({
      ...answers,
      [`GET finances/statements/${jonah.id}/pdf`]: () =>
        new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }),
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await showScreen(<StatementsScreen />, { address })
    await expect.element(page.getByText('Nothing yet')).toBeVisible()
    await button('Download PDF').click()
    await vi.waitFor(() => expect(saved).toEqual(['Statement 2026-01-01 to 2026-12-31.pdf']))
    const { query } = server.asked.find(({ call }) => call.endsWith('/pdf')) ?? {}
    expect(query).toEqual({ from: '2026-01-01', until: '2026-12-31' })
  })

  test('fits a phone', async () => {
    await page.viewport(360, 740)
    fakeServer(answers)
    await showScreen(<StatementsScreen />, { address })
    await expect.element(page.getByText('Nothing yet')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})
