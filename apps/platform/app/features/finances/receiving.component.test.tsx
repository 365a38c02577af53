import type { BankLineRow } from '@sherpa/contracts/bank-import'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as BankScreen } from './bank-screen.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import { RecordPaymentDialog } from './record-payment-button.tsx'

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
  guaranteedMinor: 100_000,
  conditionalMinor: 0,
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
  opening: false,
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
  reason: null,
  paysBack: null,
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const inDialog = page.getByRole('dialog')

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('a payment received', () => {
  const receipts = {
    'GET ': { currency: 'USD' },
    'GET companies': pageOf(),
    'GET deals': pageOf(),
    'GET payments': pageOf(payment(1), payment(2)),
    'POST finances/receipts/fees': { fees: [10_000, 5000], feeMinor: 15_000, dealsWithoutFee: [] },
  }
  const known = { payer: { name: halden.name, companyId: halden.id } }

  test('is prefilled with the only open payment, and warns if no fee is agreed', async () => {
    const fees = { fees: [0], feeMinor: 0, dealsWithoutFee: [deal.id] }
    fakeServer({ ...receipts, 'GET payments': pageOf(payment(1)), 'POST finances/receipts/fees': fees })
    await showScreen(<RecordPaymentDialog known={{}} onClose={vi.fn()} />)
    await expect.element(inDialog.getByLabelText('Amount', { exact: true })).toHaveValue('1000.00')
    await expect.element(inDialog.getByRole('combobox', { name: 'Payer' })).toHaveValue(halden.name)
    await expect.element(inDialog.getByText('No fee is agreed for this deal.')).toBeVisible()
  })

  test('is not prefilled while several payments are open', async () => {
    fakeServer(receipts)
    await showScreen(<RecordPaymentDialog known={{}} onClose={vi.fn()} />)
    await expect.element(inDialog.getByLabelText('Amount', { exact: true })).toHaveValue('')
  })

  test('is allocated to the oldest open payments first and recorded with a fee preview', async () => {
    const server = fakeServer({ ...receipts, 'POST finances/receipts': { id: id(20) } })
    const onClose = vi.fn()
    await showScreen(<RecordPaymentDialog known={known} onClose={onClose} />)
    await inDialog.getByLabelText('Amount', { exact: true }).fill('1,500')
    await expect.element(inDialog.getByLabelText(/^Amount for Retainer 1/)).toHaveValue('1000.00')
    await expect.element(inDialog.getByLabelText(/^Amount for Retainer 2/)).toHaveValue('500.00')
    await expect.element(inDialog.getByText('Your fee: $150')).toBeVisible()
    await inDialog.getByRole('button', { name: 'Record payment' }).click()
    await expect.element(page.getByText('$1,500 from Halden Sportswear recorded.')).toBeVisible()
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

  test('is not recorded before it is fully allocated', async () => {
    const server = fakeServer(receipts)
    await showScreen(<RecordPaymentDialog known={known} onClose={vi.fn()} />)
    await inDialog.getByLabelText('Amount', { exact: true }).fill('2500')
    await expect.element(inDialog.getByText('$500 left to allocate')).toBeVisible()
    await inDialog.getByRole('button', { name: 'Record payment' }).click()
    await expect.element(inDialog.getByText('Allocate exactly the amount received')).toBeVisible()
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
    await button('Reverse receipt').click()
    await inDialog.getByRole('button', { name: 'Reverse receipt' }).click()
    await expect.element(inDialog.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason')
    await inDialog.getByLabelText('Reason').fill('The check bounced')
    await inDialog.getByRole('button', { name: 'Reverse receipt' }).click()
    await expect.element(page.getByText('Receipt from Halden Sportswear reversed.')).toBeVisible()
    expect(server.bodyOf(reversal)).toMatchObject({ reason: 'The check bounced' })
  })

  test('stays unchanged, with an error message, when the server refuses', async () => {
    fakeServer({ ...answers, [reversal]: 'already-reversed' })
    await showScreen(<ReceiptPanel id={receipt.id} />)
    await button('Reverse receipt').click()
    await inDialog.getByLabelText('Reason').fill('The check bounced')
    await inDialog.getByRole('button', { name: 'Reverse receipt' }).click()
    await expect.element(inDialog.getByText('This is already reversed.')).toBeVisible()
    await expect.element(inDialog.getByLabelText('Reason')).toHaveValue('The check bounced')
  })
})

describe('a bank transaction', () => {
  const answers = {
    'GET finances/bank-lines': pageOf(line),
    'GET finances/bank-matches': { lines: [], totals: [], outgoing: 2 },
  }

  test('is recorded for the matching payment', async () => {
    const server = fakeServer({
      ...answers,
      'POST finances/bank-lines/confirmations': { booked: [{ bankLineId: line.id, receiptId: id(20) }], refused: [] },
    })
    await showScreen(<BankScreen />)
    await button(/^Confirm: HALDEN/).click()
    await expect.element(page.getByText('$1,000 from HALDEN SPORTSWEAR INC recorded.')).toBeVisible()
    expect(server.bodyOf('POST finances/bank-lines/confirmations')).toEqual({
      lines: [{ bankLineId: line.id, parts: [{ paymentId: id(11), amountMinor: 100_000 }] }],
    })
  })

  test('shows why it was not recorded', async () => {
    const refused = [{ bankLineId: line.id, name: line.payer, reason: 'A colleague recorded it' }]
    fakeServer({ ...answers, 'POST finances/bank-lines/confirmations': { booked: [], refused } })
    await showScreen(<BankScreen />)
    await button(/^Confirm: HALDEN/).click()
    await expect.element(page.getByText('A colleague recorded it.')).toBeVisible()
  })

  test('is ignored with a reason', async () => {
    const call = `PUT finances/bank-lines/${line.id}/ignored`
    const server = fakeServer({ ...answers, [call]: line })
    await showScreen(<BankScreen />)
    await button(/^Actions for HALDEN/).click()
    await button('Ignore').click()
    await inDialog.getByLabelText('Reason').fill('Rent')
    await inDialog.getByRole('button', { name: 'Ignore' }).click()
    await expect.element(page.getByText('Transaction ignored.')).toBeVisible()
    expect(server.bodyOf(call)).toEqual({ reason: 'Rent' })
  })

  test('is listed after an import; money out is counted separately', async () => {
    fakeServer({ ...answers, 'GET finances/bank-lines': pageOf() })
    await showScreen(<BankScreen />)
    await expect.element(page.getByText('Nothing to match')).toBeVisible()
    await expect.element(page.getByText(/^2 open transactions are money out/)).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    const failing = { ...answers } as Record<string, object | 'internal-error'>
    failing['GET finances/bank-lines'] = 'internal-error'
    fakeServer(failing)
    await showScreen(<BankScreen />)
    await expect.element(button('Try again')).toBeVisible()
    failing['GET finances/bank-lines'] = pageOf(line)
    await button('Try again').click()
    await expect.element(button(/^Confirm: HALDEN/)).toBeVisible()
  })

  test('fits a phone, with all actions in its menu', async () => {
    await page.viewport(360, 740)
    fakeServer(answers)
    await showScreen(<BankScreen />)
    await button(/^Actions for HALDEN/).click()
    await expect.element(button('View match')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})
