import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { RenderPdf } from '../../pdf/draw-in-thread.ts'
import { inOrganization } from '../../persistence/database.ts'
import { accountingRoutes } from './accounting-routes.ts'
import { createAccountingSettingsService } from './accounting-settings.ts'
import { createExpenseRecorder } from './add-expense.ts'
import { createBankImportService } from './bank-import.ts'
import { bankRoutes } from './bank-routes.ts'
import { createPayoutBookingService } from './book-payout.ts'
import { createReceiptBookingService } from './book-receipt.ts'
import { createClosingService } from './closing.ts'
import { createExpenseReviewService } from './decide-expense.ts'
import { createExpenseFileService } from './expense-files.ts'
import { expenseRoutes } from './expense-routes.ts'
import { feeInvoiceRoutes } from './fee-invoice-routes.ts'
import { financeRoutes } from './finance-routes.ts'
import { createInvoicePaymentService } from './invoice-payments.ts'
import { createInvoiceIssuingService } from './issue-invoice.ts'
import { createPaymentConditionService } from './meet-condition.ts'
import { paymentRoutes } from './payment-routes.ts'
import { payoutRoutes } from './payout-routes.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { createPayerReminderService } from './remind-payer.ts'
import { createInvoiceDeliveryService } from './send-invoice.ts'
import { statementRoutes } from './statement-routes.ts'
import { createStatementService } from './statements.ts'

type Parts = Parameters<typeof createExpenseFileService>[0] &
  Parameters<typeof createClosingService>[0] & { renderPdf: RenderPdf }

export function composeFinances(parts: Parts) {
  const { database, clock, onMail, renderPdf } = parts
  const sending = createInvoiceDeliveryService({
    database,
    clock,
    draw: renderPdf(new URL('./invoice-pdf-thread.ts', import.meta.url)),
  })
  const statements = createStatementService({
    database,
    clock,
    draw: renderPdf(new URL('./statement-pdf-thread.ts', import.meta.url)),
  })

  return {
    statementFile: (statement: Parameters<typeof statements.fileOf>[0]) =>
      inOrganization(statement.organization, () => statements.fileOf(statement)),

    invoiceFile: (organization: string, invoice: string) =>
      inOrganization(organization, () => sending.fileOf(organization, invoice)),

    addRoutes(endpoint: DefineEndpoint) {
      financeRoutes(endpoint, { database, clock })
      receiptRoutes(endpoint, { database, booking: createReceiptBookingService({ database, clock, onMail }) })
      expenseRoutes(endpoint, {
        database,
        add: createExpenseRecorder({ database, clock }),
        review: createExpenseReviewService({ database, clock }),
        files: createExpenseFileService(parts),
      })
      payoutRoutes(endpoint, { database, clock, booking: createPayoutBookingService({ database, clock }) })
      accountingRoutes(endpoint, {
        settings: createAccountingSettingsService({ database, clock }),
        closing: createClosingService(parts),
      })
      feeInvoiceRoutes(endpoint, {
        database,
        clock,
        issues: createInvoiceIssuingService({ database, clock }),
        payments: createInvoicePaymentService({ database, clock }),
        sending,
        onMail,
      })
      statementRoutes(endpoint, { statements, onMail })
      paymentRoutes(endpoint, {
        conditions: createPaymentConditionService({ database, clock }),
        reminders: createPayerReminderService({ database, clock, onMail }),
      })
      bankRoutes(endpoint, { database, clock, imports: createBankImportService({ database, clock }) })
    },
  }
}
