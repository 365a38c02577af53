import {
  feeInvoice,
  feeInvoicesPage,
  feeInvoicesQuery,
  fees,
  invoiceMailing,
  invoicePreview,
  invoicesOfReceipt,
  newFeeInvoice,
  newInvoicePayment,
  openFeesQuery,
} from './fee-invoice.ts'
import { operations } from './operation.ts'
import { reversal } from './receipt.ts'

const finances = '/organizations/:organization/finances'
const all = `${finances}/fee-invoices` as const
const one = `${all}/:feeInvoice` as const

const seeing = { access: 'money.view', alsoNeeds: 'deals.view', notForAthletes: true } as const
const changing = {
  access: 'money.edit',
  alsoNeeds: ['money.view', 'deals.view'],
  notForAthletes: true,
  changes: ['Revenue'],
} as const

/** Invoices of the organization's own fees, of the athletes whom the caller sees. */
export const feeInvoiceOperations = operations({
  fees: {
    ...seeing,
    method: 'GET',
    path: `${finances}/fees`,
    summary: 'What was earned, invoiced and paid of fees, and what is not invoiced yet, by athlete',
    answer: { status: 200, about: 'Figures of each currency, and open fees of each athlete', schema: fees },
    reads: ['Revenue'],
  },
  invoicePreview: {
    ...seeing,
    method: 'GET',
    path: `${finances}/fees/:athlete`,
    summary: 'What an invoice for an athlete would have on it',
    query: openFeesQuery,
    answer: { status: 200, about: 'The lines, which may be none', schema: invoicePreview },
    reads: ['Revenue'],
  },
  feeInvoices: {
    ...seeing,
    method: 'GET',
    path: all,
    summary: 'Invoices of fees, the latest first',
    query: feeInvoicesQuery,
    answer: { status: 200, about: 'A page of invoices', schema: feeInvoicesPage },
    pages: true,
  },
  invoicesOfReceipt: {
    ...seeing,
    method: 'GET',
    path: `${finances}/receipts/:receipt/fee-invoices`,
    summary: 'Invoices that ask for the fees of a receipt',
    answer: { status: 200, about: 'The invoices, which may be none', schema: invoicesOfReceipt },
    reads: ['Revenue'],
  },
  issueFeeInvoice: {
    ...changing,
    method: 'POST',
    path: all,
    summary: 'Invoice everything that an athlete owes in a currency and that is not invoiced yet',
    headers: ['Idempotency-Key'],
    body: newFeeInvoice,
    answer: { status: 201, about: 'Issued', schema: feeInvoice },
  },
  feeInvoice: {
    ...seeing,
    method: 'GET',
    path: one,
    summary: 'An invoice with its lines and payments',
    answer: { status: 200, about: 'The invoice', schema: feeInvoice },
    reads: ['Revenue'],
  },
  feeInvoicePdf: {
    ...seeing,
    method: 'GET',
    path: `${one}/pdf`,
    summary: 'The same to print and keep',
    answer: { status: 200, about: 'The document', type: 'application/pdf' },
  },
  sendFeeInvoice: {
    ...changing,
    method: 'POST',
    path: `${one}/mail`,
    summary: 'Send an invoice by mail, to the athlete, the guardian of a minor, or another address',
    body: invoiceMailing,
    answer: { status: 200, about: 'It is on its way', schema: feeInvoice },
  },
  bookInvoicePayment: {
    ...changing,
    method: 'POST',
    path: `${one}/payments`,
    summary: 'Book a payment of an invoice, of all or part of it',
    headers: ['Idempotency-Key'],
    body: newInvoicePayment,
    answer: { status: 201, about: 'Booked', schema: feeInvoice },
  },
  reverseInvoicePayment: {
    ...changing,
    method: 'POST',
    path: `${finances}/fee-payments/:feePayment/reversal`,
    summary: 'Take a payment of an invoice back. It stays on record',
    body: reversal,
    answer: { status: 200, about: 'Taken back', schema: feeInvoice },
  },
  voidFeeInvoice: {
    ...changing,
    method: 'POST',
    path: `${one}/void`,
    summary: 'Void an invoice without payments. What is on it can be invoiced again',
    body: reversal,
    answer: { status: 200, about: 'Void', schema: feeInvoice },
  },
})
