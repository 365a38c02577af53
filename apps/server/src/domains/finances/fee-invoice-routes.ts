import { feeInvoiceOperations } from '@sherpa/contracts/fee-invoice-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { invoicesOfReceipt, listFeeInvoices, loadFeeInvoice } from './fee-invoices.ts'
import type { InvoicePayments } from './invoice-payments.ts'
import type { InvoiceIssue } from './issue-invoice.ts'
import { loadFees } from './open-fees.ts'
import type { InvoiceDelivery } from './send-invoice.ts'

export type FeeInvoiceParts = {
  database: Database
  clock: () => Date
  issues: InvoiceIssue
  payments: InvoicePayments
  sending: InvoiceDelivery
  onMail: () => void
}

export function feeInvoiceRoutes(endpoint: DefineEndpoint, parts: FeeInvoiceParts) {
  const { database, clock, issues, payments, sending, onMail } = parts
  const operations = feeInvoiceOperations
  const limits = { person: 1000 }
  const refusals = {
    409: 'Nothing to invoice, already paid, voided or reversed, or more than is owed',
  }

  endpoint(operations.fees, { limits: 'none' }, async (viewer) => {
    const { today, currency } = await loadBookkeeping(database, viewer.member.organization, clock())
    return loadFees(database, viewer, { today, ownCurrency: currency })
  })
  endpoint(operations.invoicePreview, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    issues.preview(viewer, parameter('athlete'), query.currency),
  )
  endpoint(operations.feeInvoices, { limits: 'none' }, ({ query, ...viewer }) =>
    listFeeInvoices(database, viewer, query, clock()),
  )
  endpoint(operations.invoicesOfReceipt, { limits: 'none' }, ({ parameter, ...viewer }) =>
    invoicesOfReceipt(database, viewer, parameter('receipt')),
  )
  endpoint(operations.issueFeeInvoice, { limits, refusals }, ({ body, idempotency, ...viewer }) =>
    issues.issue(viewer, body, idempotency),
  )
  endpoint(operations.feeInvoice, { limits: 'none' }, ({ parameter, ...viewer }) =>
    loadFeeInvoice(database, viewer, parameter('feeInvoice'), clock()),
  )
  endpoint(operations.feeInvoicePdf, { limits: { person: 120 } }, async ({ parameter, reply, ...viewer }) => {
    const { id, number } = await loadFeeInvoice(database, viewer, parameter('feeInvoice'), clock())
    const pdf = await sending.fileOf(viewer.member.organization, id)
    const file = { name: `Invoice ${number}.pdf`, type: 'application/pdf', size: pdf.length } as const
    return reply.headers(fileHeaders(file)).send(pdf)
  })
  endpoint(operations.sendFeeInvoice, { limits: { person: 100 }, refusals }, async ({ parameter, body, ...viewer }) => {
    const invoice = await sending.send(viewer, parameter('feeInvoice'), body)
    onMail()
    return invoice
  })
  endpoint(operations.bookInvoicePayment, { limits, refusals }, ({ parameter, body, idempotency, ...viewer }) =>
    payments.book(viewer, parameter('feeInvoice'), body, idempotency),
  )
  endpoint(operations.reverseInvoicePayment, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    payments.reverse(viewer, parameter('feePayment'), body),
  )
  endpoint(operations.voidFeeInvoice, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    issues.void(viewer, parameter('feeInvoice'), body),
  )
}
