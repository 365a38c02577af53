// Server: domains/finances/{incoming-payments,match-bank-line,receipts}.test.ts
import {
  type BankImport,
  type BankLineRow,
  type BankPreview,
  type LineToConfirm,
  MOST_CONFIRMED,
} from '@sherpa/contracts/bank-import'
import { addDays, dayIn } from '@sherpa/contracts/days'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { ReminderDraft } from '@sherpa/contracts/payment'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { catchUploads } from '../../../test/fake-upload.ts'
import { expectFitsPhones } from '../../../test/fits-phones.ts'
import { fakeServer, organization, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as BankScreen } from './bank-screen.tsx'
import { Component as PaymentsScreen } from './payments-screen.tsx'
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
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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

describe('the list of payments', () => {
  const today = dayIn(new Date().toISOString(), organization.timeZone)
  const due = (number: number, days: number, more: Partial<PaymentRow> = {}) =>
    payment(number, { dueOn: addDays(today, days), ...more })
  const expected = { state: 'expected', late: null } as const

  test('opens at what is due, late first, and is reminded and recorded in the row', async () => {
    let rows = [
      due(1, -100, { late: { days: 100, band: '91-' } }),
      due(2, -12, { late: { days: 12, band: '1-30' } }),
      due(3, 30, expected),
    ]
    const draft: ReminderDraft = {
      to: 'sofia@halden.example',
      addresses: [],
      refused: [],
      company: halden,
      subject: 'Payment reminder',
      text: 'Please pay.',
      reminders: [],
    }
    const server = fakeServer({
      'GET ': { currency: 'USD' },
      'GET companies': pageOf(),
      'GET deals': pageOf(),
      'GET views': { views: [] },
      'GET payments': ({ query: { state = '' } }) =>
        pageOf(...rows.filter((row) => state.split(',').includes(row.state))),
      [`GET finances/payments/${id(11)}/reminder`]: draft,
      'POST finances/receipts/fees': { fees: [0], feeMinor: 0, dealsWithoutFee: [] },
      'POST finances/receipts': () => {
        rows = rows.map((row, index) => (index === 0 ? { ...row, state: 'received', openMinor: 0, late: null } : row))
        return { id: receipt.id }
      },
    })
    await showScreen(<PaymentsScreen />, { address: `/organizations/${organization.id}/finances/payments` })
    const shown = page.getByRole('table', { name: 'Payments' }).getByRole('row')
    const inRow = (index: number) => shown.nth(index + 1)
    await expect.element(inRow(0)).toMatchTextContent(/100 days late/)
    await expect.element(inRow(1)).toMatchTextContent(/12 days late/)
    await expect.element(inRow(2)).toMatchTextContent(/Retainer 3/)
    await expect.element(inRow(2).getByRole('button', { name: /^Remind/ })).not.toBeInTheDocument()
    expect(server.asked.find(({ call }) => call === 'GET payments')?.query.state).toBe('expected,late')
    await expect.element(page.getByRole('link', { name: /^Overdue 2/ })).toBeVisible()
    await expectAccessible()
    await expectFitsPhones()

    await inRow(0)
      .getByRole('button', { name: /^Remind Halden Sportswear of Retainer 1/ })
      .click()
    await expect.element(page.getByRole('dialog', { name: 'Remind payer' })).toBeVisible()
    await inDialog.getByRole('button', { name: 'Cancel' }).click()
    await inRow(0)
      .getByRole('button', { name: /^Record Retainer 1/ })
      .click()
    await inDialog.getByRole('button', { name: 'Record payment' }).click()
    await expect.element(page.getByRole('link', { name: /^Overdue 1/ })).toBeVisible()
    expect(server.bodyOf('POST finances/receipts')).toMatchObject({
      companyId: halden.id,
      allocations: [{ paymentId: id(11), amountMinor: 100_000 }],
    })
    await page.getByRole('link', { name: 'Received' }).click()
    await expect.element(inRow(0)).toMatchTextContent(/Retainer 1/)
    await expect.poll(() => shown.elements().length).toBe(2)
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

  const address = `/organizations/${organization.id}/finances/receipts/bank`

  test('is partly allocated, and the rest stays in the list', async () => {
    const open = payment(1, { amountMinor: 40_000, openMinor: 40_000 })
    const lines = [line]
    const server = fakeServer({
      ...answers,
      'GET ': { currency: 'USD' },
      'GET companies': pageOf(),
      'GET deals': pageOf(),
      'GET payments': pageOf(open),
      'GET finances/bank-lines': () => pageOf(...lines),
      'POST finances/receipts/fees': { fees: [0], feeMinor: 0, dealsWithoutFee: [] },
      'POST finances/receipts': () => {
        const bookings = [{ amountMinor: 40_000, receiptId: receipt.id, invoice: null }]
        lines[0] = { ...line, match: null, leftMinor: 60_000, bookings }
        return { id: receipt.id }
      },
    })
    await showScreen(<BankScreen />, { address })
    await button(/^Actions for HALDEN/).click()
    await button('Allocate differently').click()
    await expect.element(inDialog.getByLabelText('Received on')).toHaveAttribute('readonly')
    await inDialog.getByLabelText('Amount', { exact: true }).fill('400')
    await expect.element(inDialog.getByText('Up to $1,000. Any rest stays unallocated.')).toBeVisible()
    await expect.element(inDialog.getByText('Fully allocated')).toBeVisible()
    await inDialog.getByRole('button', { name: 'Record payment' }).click()
    await expect.element(page.getByText('$400 from HALDEN SPORTSWEAR INC recorded.')).toBeVisible()
    expect(server.bodyOf('POST finances/receipts')).toMatchObject({
      bankLineId: line.id,
      receivedOn: line.bookedOn,
      amountMinor: 40_000,
      allocations: [{ paymentId: open.id, amountMinor: 40_000 }],
    })
    const row = page.getByRole('table', { name: 'Bank transactions' }).getByRole('row').nth(1)
    await expect.element(row.getByText('$600.00 left')).toBeVisible()
    await expect.element(row.getByRole('link', { name: 'Receipt' })).toBeVisible()
    await expectAccessible()
    await expectFitsPhones()
  })

  test('that is money out refunds a receipt', async () => {
    const refund: BankLineRow = {
      ...line,
      bookedOn: '2026-02-01',
      amountMinor: -100_000,
      leftMinor: -100_000,
      match: null,
      paysBack: { receiptId: receipt.id, payer: receipt.payer, receivedOn: receipt.receivedOn },
    }
    const reversal = `POST finances/receipts/${receipt.id}/reversal`
    const server = fakeServer({
      ...answers,
      'GET finances/bank-lines': ({ query }) => pageOf(...(query.direction === 'out' ? [refund] : [])),
      [`GET finances/receipts/${receipt.id}/fee-invoices`]: { invoices: [] },
      [reversal]: receipt,
    })
    await showScreen(<BankScreen />)
    await page.getByRole('link', { name: 'Look for refunds' }).click()
    await button(/^Refund: HALDEN/).click()
    await expect.element(inDialog.getByLabelText('Reason')).toHaveValue('Refunded on Feb 1, 2026')
    await inDialog.getByRole('button', { name: 'Reverse receipt' }).click()
    await expect.element(page.getByText('Receipt from Halden Sportswear reversed.')).toBeVisible()
    expect(server.bodyOf(reversal)).toEqual({
      reason: 'Refunded on Feb 1, 2026',
      refundedBy: refund.id,
      voidInvoices: [],
    })
  })

  test('that is ignored shows its reason', async () => {
    const ignored: BankLineRow = { ...line, state: 'ignored', match: null, reason: 'Rent of the office' }
    fakeServer({ ...answers, 'GET finances/bank-lines': pageOf(ignored) })
    await showScreen(<BankScreen />)
    await expect.element(page.getByText('Rent of the office')).toBeVisible()
    await expect.element(button('Restore')).toBeVisible()
  })
})

describe('a bank file', () => {
  const counts = { lines: 500, added: 500, known: 0, outgoing: 10, unread: 0 }
  const preview: BankPreview = {
    ...counts,
    columns: [
      { name: 'Date', role: 'date', examples: ['2026-02-01'] },
      { name: 'Payer', role: 'payer', examples: ['Halden'] },
      { name: 'Amount', role: 'amount', examples: ['1000.00'] },
    ],
    dayFirst: false,
    currency: 'USD',
    remembered: false,
    missing: null,
    examples: [],
    problems: [],
  }
  const imported: BankImport = { ...counts, id: id(40), name: 'bank.csv' }
  const sure = Array.from({ length: 2 * MOST_CONFIRMED + 1 }, (_, index) => ({
    bankLineId: id(100 + index),
    parts: [{ paymentId: id(300 + index), amountMinor: 1000 }],
  }))
  const choose = () => page.getByLabelText(/^Import/).upload(new File(['Date,Payer,Amount'], 'bank.csv'))
  const start = inDialog.getByRole('button', { name: 'Import' })

  test('is previewed, imported, and its certain matches are confirmed in batches', async () => {
    const sent = catchUploads()
    let open: LineToConfirm[] = []
    const server = fakeServer({
      'GET finances/bank-lines': pageOf(),
      'GET finances/bank-matches': () => ({
        lines: open,
        totals: [{ currency: 'USD', lines: open.length, amountMinor: 1000 * open.length }],
        outgoing: 0,
      }),
      'POST finances/bank-lines/confirmations': ({ body }) => {
        const { lines } = body as { lines: LineToConfirm[] }
        open = open.slice(lines.length)
        return { booked: lines.map(({ bankLineId }) => ({ bankLineId, receiptId: id(20) })), refused: [] }
      },
    })
    await showScreen(<BankScreen />)
    await expect.element(page.getByText('Nothing to match')).toBeVisible()
    await choose()
    await expect.poll(() => sent.length).toBe(1)
    sent[0]?.answer(200, preview)
    await expect.element(inDialog.getByText(/^500 transactions:/)).toBeVisible()
    await start.click()
    open = sure
    sent[1]?.answer(201, imported)
    await expect.element(page.getByText('Imported. 500 transactions: 500 new. 10 are money out.')).toBeVisible()
    const query = Object.fromEntries(new URL(sent[1]?.address ?? '').searchParams)
    expect(query).toEqual({ roles: 'date,payer,amount', dayFirst: 'no', currency: 'USD', name: 'bank.csv' })

    await button('Confirm all certain matches (101)').click()
    await inDialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect.element(page.getByText('101 transactions recorded.')).toBeVisible()
    const batches = server.asked.flatMap(({ call, body }) => (call.startsWith('POST') ? [body] : []))
    expect(batches).toEqual([
      { lines: sure.slice(0, MOST_CONFIRMED) },
      { lines: sure.slice(MOST_CONFIRMED, 2 * MOST_CONFIRMED) },
      { lines: sure.slice(2 * MOST_CONFIRMED) },
    ])
    await expect.element(button(/^Confirm all/)).not.toBeInTheDocument()
  })

  test('without new transactions is not imported again', async () => {
    const sent = catchUploads()
    fakeServer({ 'GET finances/bank-lines': pageOf() })
    await showScreen(<BankScreen />)
    await choose()
    await expect.poll(() => sent.length).toBe(1)
    sent[0]?.answer(200, { ...preview, added: 0, known: 500 })
    await expect
      .element(
        inDialog.getByText(/^No new transactions in this file\. 500 transactions: 0 new, 500 already imported\./),
      )
      .toBeVisible()
    await expect.element(start).toBeDisabled()
  })
})
