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

export const feeInvoiceOperations = operations({
  fees: {
    ...seeing,
    method: 'GET',
    path: `${finances}/fees`,
    summary: 'Fees earned, invoiced and paid, and fees not invoiced yet by athlete',
    answer: { status: 200, about: 'Figures by currency and open fees by athlete', schema: fees },
    reads: ['Revenue'],
  },
  invoicePreview: {
    ...seeing,
    method: 'GET',
    path: `${finances}/fees/:athlete`,
    summary: 'Preview of an invoice for an athlete',
    query: openFeesQuery,
    answer: { status: 200, about: 'The lines, possibly none', schema: invoicePreview },
    reads: ['Revenue'],
  },
  feeInvoices: {
    ...seeing,
    method: 'GET',
    path: all,
    summary: 'Fee invoices, latest first',
    query: feeInvoicesQuery,
    answer: { status: 200, about: 'A page of invoices', schema: feeInvoicesPage },
    pages: true,
  },
  invoicesOfReceipt: {
    ...seeing,
    method: 'GET',
    path: `${finances}/receipts/:receipt/fee-invoices`,
    summary: 'Invoices with the fees of a receipt',
    answer: { status: 200, about: 'The invoices, possibly none', schema: invoicesOfReceipt },
    reads: ['Revenue'],
  },
  issueFeeInvoice: {
    ...changing,
    method: 'POST',
    path: all,
    summary: 'Invoice all open fees of an athlete in a currency',
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
    summary: 'The invoice as a PDF',
    answer: { status: 200, about: 'The document', type: 'application/pdf' },
  },
  sendFeeInvoice: {
    ...changing,
    method: 'POST',
    path: `${one}/mail`,
    summary: 'Send an invoice by mail, to the athlete, the guardian of a minor, or another address',
    body: invoiceMailing,
    answer: { status: 200, about: 'Sent', schema: feeInvoice },
  },
  bookInvoicePayment: {
    ...changing,
    method: 'POST',
    path: `${one}/payments`,
    summary: 'Record a full or partial payment of an invoice',
    headers: ['Idempotency-Key'],
    body: newInvoicePayment,
    answer: { status: 201, about: 'Recorded', schema: feeInvoice },
  },
  reverseInvoicePayment: {
    ...changing,
    method: 'POST',
    path: `${finances}/fee-payments/:feePayment/reversal`,
    summary: 'Reverse an invoice payment. It stays on record',
    body: reversal,
    answer: { status: 200, about: 'Reversed', schema: feeInvoice },
  },
  voidFeeInvoice: {
    ...changing,
    method: 'POST',
    path: `${one}/void`,
    summary: 'Void an invoice without payments. Its items can be invoiced again',
    body: reversal,
    answer: { status: 200, about: 'Void', schema: feeInvoice },
  },
})
