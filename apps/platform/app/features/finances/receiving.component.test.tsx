import type { BankLineRow } from '@sherpa/contracts/bank-import'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as BankScreen } from './bank-screen.tsx'
import { BookReceiptDialog } from './book-receipt-button.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'

const id = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const jonah = { id: id(1), name: 'Jonah Okoye' }
const halden = { id: id(2), name: 'Halden Sportswear' }
const deal = { id: id(3), title: 'Fall line' }
const payment = (number: number, more: Partial<PaymentRow> = {}): PaymentRow => ({
  id: id(10 + number),
  deal,
  athlete: jonah,
  company: halden,
  title: `Retainer ${number}`,
  kind: 'base',
  income: 'nil',
  outgoing: false,
  dueOn: `2026-0${number}-01`,
  condition: null,
  metOn: null,
  inKind: false,
  currency: 'USD',
  amountMinor: 100_000,
  receivedMinor: 0,
  openMinor: 100_000,
  state: 'late',
  late: { days: 30, band: '1-30' },
  ruleId: 'retainer',
  number,
  reminded: null,
  ...more,
})
const receipt: ReceiptRow = {
  id: id(20),
  receivedOn: '2026-11-02',
  payer: 'Halden Sportswear',
  company: halden,
  reference: 'Wire 7',
  currency: 'USD',
  amountMinor: 150_000,
  inKindMinor: 0,
  feeMinor: 15_000,
  note: null,
  fromBank: false,
  allocations: [
    {
      id: id(21),
      payment: { id: id(11), title: 'Retainer 1' },
      deal,
      athlete: jonah,
      amountMinor: 150_000,
      inKind: false,
      feeMinor: 15_000,
    },
  ],
  bookedAt: '2026-11-03T10:00:00Z',
  bookedBy: { id: id(4), name: 'Amara Cole' },
  reversed: null,
}
const line: BankLineRow = {
  id: id(30),
  bookedOn: '2026-11-02',
  payer: 'HALDEN SPORTSWEAR INC',
  reference: 'November',
  currency: 'USD',
  amountMinor: 100_000,
  state: 'open',
  match: {
    sureness: 'sure',
    reasons: ['amount', 'payer'],
    parts: [
      {
        payment: { id: id(11), title: 'Retainer 1', dueOn: '2026-01-01' },
        deal,
        athlete: jonah,
        company: halden,
        openMinor: 100_000,
        amountMinor: 100_000,
      },
    ],
    invoice: null,
  },
  leftMinor: 100_000,
  bookings: [],
  because: null,
  paysBack: null,
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const inDialog = page.getByRole('dialog')

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('a payment that came', () => {
  const receipts = {
    'GET ': { currency: 'USD' },
    'GET companies': pageOf(),
    'GET deals': pageOf(),
    'GET payments': pageOf(payment(1), payment(2)),
    'POST finances/receipts/fees': { fees: [10_000, 5000], feeMinor: 15_000 },
  }
  const known = { payer: { name: halden.name, companyId: halden.id } }

  test('is allocated to open payments, the oldest first, and booked with its fees in view', async () => {
    const server = fakeServer({ ...receipts, 'POST finances/receipts': { id: id(20) } })
    const onClose = vi.fn()
    await showScreen(<BookReceiptDialog known={known} onClose={onClose} />)
    await inDialog.getByLabelText('Amount').fill('1,500')
    await expect.element(inDialog.getByLabelText(/^For Retainer 1/)).toHaveValue('1000.00')
    await expect.element(inDialog.getByLabelText(/^For Retainer 2/)).toHaveValue('500.00')
    await expect.element(inDialog.getByText('Your fee: $150')).toBeVisible()
    await inDialog.getByRole('button', { name: 'Book receipt' }).click()
    await expect.element(page.getByText('$1,500 from Halden Sportswear was booked.')).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(server.bodyOf('POST finances/receipts')).toMatchObject({
      payer: 'Halden Sportswear',
      companyId: halden.id,
      amountMinor: 150_000,
      allocations: [
        { paymentId: id(11), amountMinor: 100_000 },
        { paymentId: id(12), amountMinor: 50_000 },
      ],
    })
  })

  test('is not booked before all of it is allocated', async () => {
    const server = fakeServer(receipts)
    await showScreen(<BookReceiptDialog known={known} onClose={vi.fn()} />)
    await inDialog.getByLabelText('Amount').fill('2500')
    await expect.element(inDialog.getByText('$500 is left over')).toBeVisible()
    await inDialog.getByRole('button', { name: 'Book receipt' }).click()
    await expect.element(inDialog.getByText('The parts do not add up to the whole')).toBeVisible()
    expect(server.asked.map(({ call }) => call)).not.toContain('POST finances/receipts')
  })
})

describe('a receipt', () => {
  const answers = {
    'GET finances/receipts': pageOf(receipt),
    [`GET finances/receipts/${receipt.id}/fee-invoices`]: { invoices: [] },
  }
  const reversal = `POST finances/receipts/${receipt.id}/reversal`

  test('is reversed with a reason only', async () => {
    const server = fakeServer({ ...answers, [reversal]: receipt })
    await showScreen(<ReceiptPanel id={receipt.id} />)
    await button('Take back').click()
    await inDialog.getByRole('button', { name: 'Take back' }).click()
    await expect.element(inDialog.getByLabelText('Why')).toHaveAccessibleDescription('Say why')
    await inDialog.getByLabelText('Why').fill('The check bounced')
    await inDialog.getByRole('button', { name: 'Take back' }).click()
    await expect.element(page.getByText('The receipt from Halden Sportswear was taken back.')).toBeVisible()
    expect(server.bodyOf(reversal)).toMatchObject({ because: 'The check bounced' })
  })

  test('stays as it is, with a sentence, when the server refuses', async () => {
    fakeServer({ ...answers, [reversal]: 'already-reversed' })
    await showScreen(<ReceiptPanel id={receipt.id} />)
    await button('Take back').click()
    await inDialog.getByLabelText('Why').fill('The check bounced')
    await inDialog.getByRole('button', { name: 'Take back' }).click()
    await expect.element(inDialog.getByText('This was taken back already.')).toBeVisible()
    await expect.element(inDialog.getByLabelText('Why')).toHaveValue('The check bounced')
  })
})

describe('a bank transaction', () => {
  const answers = {
    'GET finances/bank-lines': pageOf(line),
    'GET finances/bank-matches': { lines: [], totals: [], outgoing: 2 },
  }

  test('is booked for the payment that it matches', async () => {
    const server = fakeServer({
      ...answers,
      'POST finances/bank-lines/confirmations': { booked: [{ bankLineId: line.id, receiptId: id(20) }], refused: [] },
    })
    await showScreen(<BankScreen />)
    await button(/^Confirm: HALDEN/).click()
    await expect.element(page.getByText('$1,000 from HALDEN SPORTSWEAR INC was booked.')).toBeVisible()
    expect(server.bodyOf('POST finances/bank-lines/confirmations')).toEqual({
      lines: [{ bankLineId: line.id, parts: [{ paymentId: id(11), amountMinor: 100_000 }] }],
    })
  })

  test('says why it was not booked', async () => {
    const refused = [{ bankLineId: line.id, name: line.payer, because: 'Somebody else booked it' }]
    fakeServer({ ...answers, 'POST finances/bank-lines/confirmations': { booked: [], refused } })
    await showScreen(<BankScreen />)
    await button(/^Confirm: HALDEN/).click()
    await expect.element(page.getByText('Somebody else booked it.')).toBeVisible()
  })

  test('is ignored with a reason', async () => {
    const call = `PUT finances/bank-lines/${line.id}/set-aside`
    const server = fakeServer({ ...answers, [call]: line })
    await showScreen(<BankScreen />)
    await button(/^Actions for HALDEN/).click()
    await button('Set aside').click()
    await inDialog.getByLabelText('Why?').fill('Rent')
    await inDialog.getByRole('button', { name: 'Set aside' }).click()
    await expect.element(page.getByText('The line was set aside.')).toBeVisible()
    expect(server.bodyOf(call)).toEqual({ because: 'Rent' })
  })

  test('is in no list before a file was imported; money out is counted apart', async () => {
    fakeServer({ ...answers, 'GET finances/bank-lines': pageOf() })
    await showScreen(<BankScreen />)
    await expect.element(page.getByText('No open lines')).toBeVisible()
    await expect.element(page.getByText(/^2 open lines are money out/)).toBeVisible()
  })

  test('can be asked for again when the list failed', async () => {
    const failing = { ...answers } as Record<string, object | 'internal-error'>
    failing['GET finances/bank-lines'] = 'internal-error'
    fakeServer(failing)
    await showScreen(<BankScreen />)
    await expect.element(button('Try again')).toBeVisible()
    failing['GET finances/bank-lines'] = pageOf(line)
    await button('Try again').click()
    await expect.element(button(/^Confirm: HALDEN/)).toBeVisible()
  })

  test('fits a phone, where its menu has everything', async () => {
    await page.viewport(360, 740)
    fakeServer(answers)
    await showScreen(<BankScreen />)
    await button(/^Actions for HALDEN/).click()
    await expect.element(button('Look at the match')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})
