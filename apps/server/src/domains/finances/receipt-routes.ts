import { receiptOperations } from '@sherpa/contracts/receipt-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { createReceiptBookingService } from './book-receipt.ts'
import { listReceipts } from './receipts.ts'

export type ReceiptParts = { database: Database; booking: ReturnType<typeof createReceiptBookingService> }

const limits = { person: 1000 }

export function receiptRoutes(endpoint: DefineEndpoint, { database, booking }: ReceiptParts) {
  const operations = receiptOperations
  const refusals = { 409: 'Another currency, already recorded or reversed, or no rest on the bank transaction' }

  endpoint(operations.receipts, { limits: 'none' }, ({ query, ...viewer }) => listReceipts(database, viewer, query))
  endpoint(operations.bookReceipt, { limits, refusals }, ({ body, idempotency, ...viewer }) =>
    booking.book(viewer, body, idempotency),
  )
  endpoint(operations.receiptFees, { limits, refusals }, ({ body, ...viewer }) => booking.fees(viewer, body))
  endpoint(operations.reverseReceipt, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    booking.reverse(viewer, parameter('receipt'), body),
  )
}
