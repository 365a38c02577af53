import type { DefineEndpoint } from '../../http/endpoint.ts'
import { drawInThread } from '../../pdf/draw-in-thread.ts'
import { inOrganization } from '../../persistence/database.ts'
import { addingExpenses } from './add-expense.ts'
import { importingBankFiles } from './bank-import.ts'
import { bankRoutes } from './bank-routes.ts'
import { bookingPayouts } from './book-payout.ts'
import { bookingReceipts } from './book-receipt.ts'
import { bookSettings } from './books.ts'
import { booksRoutes } from './books-routes.ts'
import { closingBooks } from './closing.ts'
import { decidingExpenses } from './decide-expense.ts'
import { expenseFiles } from './expense-files.ts'
import { expenseRoutes } from './expense-routes.ts'
import { feeInvoiceRoutes } from './fee-invoice-routes.ts'
import { financeRoutes } from './finance-routes.ts'
import { invoicePayments } from './invoice-payments.ts'
import { issuingInvoices } from './issue-invoice.ts'
import { meetingConditions } from './meet-condition.ts'
import { paymentRoutes } from './payment-routes.ts'
import { payoutRoutes } from './payout-routes.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { remindingPayers } from './remind-payer.ts'
import { sendingInvoices } from './send-invoice.ts'
import { statementRoutes } from './statement-routes.ts'
import { statements } from './statements.ts'

type Parts = Parameters<typeof expenseFiles>[0] & Parameters<typeof closingBooks>[0]

export function composeFinances(parts: Parts) {
  const { database, clock, onMail } = parts
  const sending = sendingInvoices({
    database,
    clock,
    draw: drawInThread(new URL('./invoice-pdf-thread.ts', import.meta.url)),
  })

  return {
    invoiceFile: (organization: string, invoice: string) =>
      inOrganization(organization, () => sending.fileOf(organization, invoice)),

    addRoutes(endpoint: DefineEndpoint) {
      financeRoutes(endpoint, { database, clock })
      receiptRoutes(endpoint, { database, booking: bookingReceipts({ database, clock }) })
      expenseRoutes(endpoint, {
        database,
        add: addingExpenses({ database, clock }),
        deciding: decidingExpenses({ database, clock }),
        files: expenseFiles(parts),
      })
      payoutRoutes(endpoint, { database, clock, booking: bookingPayouts({ database, clock }) })
      booksRoutes(endpoint, { settings: bookSettings({ database, clock }), closing: closingBooks(parts) })
      feeInvoiceRoutes(endpoint, {
        database,
        clock,
        issuing: issuingInvoices({ database, clock }),
        payments: invoicePayments({ database, clock }),
        sending,
        onMail,
      })
      statementRoutes(
        endpoint,
        statements({ database, clock, draw: drawInThread(new URL('./statement-pdf-thread.ts', import.meta.url)) }),
      )
      paymentRoutes(endpoint, {
        conditions: meetingConditions({ database, clock }),
        reminding: remindingPayers({ database, clock, onMail }),
      })
      bankRoutes(endpoint, { database, clock, imports: importingBankFiles({ database, clock }) })
    },
  }
}
