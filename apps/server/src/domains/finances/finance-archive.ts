import { sql } from 'kysely'
import {
  type ArchivePart,
  nameOfPerson as by,
  moneyPart as part,
  storableName,
} from '../../persistence/archive-part.ts'

/** Finance tables in the data export. Add new tables of the domain here. */
export const financeExportParts: ArchivePart[] = [
  part(
    'receipts',
    'Money received. "opening": before you used Sherpa.',
    (
      organization,
    ) => sql`select c.id, c.received_on as "receivedOn", c.payer, c.company_id as "companyId", c.reference, c.currency,
      c.amount_minor as "amountInMinorUnits", c.note, c.opening, c.booked_at as "bookedAt",
      ${by('booked_by')} as "bookedBy", c.reversed_at as "reversedAt", c.reversal_reason as "reversalReason" from receipts c
      where c.organization_id = ${organization}`,
  ),
  part(
    'receipt-allocations',
    'Which payments and deals receipts are for, and the fees that follow.',
    (organization) => sql`select c.id, c.receipt_id as "receiptId", c.payment_id as "paymentId", c.deal_id as "dealId",
      c.athlete_id as "athleteId", c.amount_minor as "amountInMinorUnits", c.in_kind as "inKind", c.fee_rate as "feeInMillionths",
      c.fee_flat_minor as "flatFeeInMinorUnits", c.fee_minor as "feeInMinorUnits",
      c.fee_before_minor as "feeBeforeInMinorUnits", c.reverses from receipt_allocations c
      where c.organization_id = ${organization}`,
  ),
  part(
    'expenses',
    'Money that was spent. Files of receipts are in the folder "expenses".',
    (organization) => sql`select c.id, c.spent_on as "spentOn", c.category, c.vendor, c.note, c.currency,
      c.amount_minor as "amountInMinorUnits", c.athlete_id as "athleteId", c.deal_id as "dealId", c.paid_by as "paidBy",
      c.recoup_rate as "recoupedInMillionths", c.recouped_minor as "recoupedInMinorUnits", c.state, c.comment, c.added_at as "addedAt",
      ${by('added_by')} as "addedBy", c.decided_at as "decidedAt", ${by('decided_by')} as "decidedBy",
      c.repaid_minor as "repaidInMinorUnits", c.reversed_at as "reversedAt", ${by('reversed_by')} as "reversedBy",
      c.reversal_reason as "reversalReason", c.file_name as file
      from expenses c where c.organization_id = ${organization}`,
  ),
  part(
    'expense-files',
    'Photographs and files of expenses.',
    (organization) => sql`select c.id as "expenseId", c.file_name as name, c.file_type as type, c.file_size as size,
      encode(c.file_sha256, 'hex') as sha256, c.storage_key as "storageKey" from expenses c
      where c.organization_id = ${organization} and c.storage_key is not null`,
    {
      hidden: ['storageKey'],
      fileOf: ({ expenseId, name, storageKey }) => ({
        path: `expenses/${String(expenseId).slice(-12)} ${storableName(name)}`,
        key: String(storageKey),
      }),
    },
  ),
  part(
    'recoupments',
    'What of expenses came back with which receipt.',
    (
      organization,
    ) => sql`select c.expense_id as "expenseId", c.allocation_id as "allocationId", c.amount_minor as "amountInMinorUnits"
      from recoupments c where c.organization_id = ${organization}`,
  ),
  part(
    'payouts',
    'Money that you paid to athletes and colleagues.',
    (organization) => sql`select c.id, c.paid_on as "paidOn", c.payment_id as "paymentId", c.expense_id as "expenseId",
      c.athlete_id as "athleteId", c.currency, c.amount_minor as "amountInMinorUnits", c.reference, c.booked_at as "bookedAt",
      ${by('booked_by')} as "bookedBy", c.reversed_at as "reversedAt", c.reversal_reason as "reversalReason" from payouts c
      where c.organization_id = ${organization}`,
  ),
  part(
    'fee-invoices',
    'Invoices of your fees, with their lines.',
    (
      organization,
    ) => sql`select c.id, c.number, c.athlete_id as "athleteId", c.issued_on as "issuedOn", c.due_on as "dueOn", c.currency,
      c.total_minor as "totalInMinorUnits", c.paid_minor as "paidInMinorUnits", c.seller, c.buyer, c.state, c.sent_at as "sentAt",
      c.void_reason as "voidReason", (select json_agg(json_build_object('title', l.title, 'amountInMinorUnits', l.amount_minor)
        order by l.position) from fee_invoice_lines l where l.organization_id = c.organization_id and l.invoice_id = c.id) as lines
      from fee_invoices c where c.organization_id = ${organization}`,
  ),
  part(
    'fee-payments',
    'Payments of your invoices.',
    (
      organization,
    ) => sql`select c.id, c.invoice_id as "invoiceId", c.paid_on as "paidOn", c.amount_minor as "amountInMinorUnits",
      c.reference, c.booked_at as "bookedAt", c.reversed_at as "reversedAt", c.reversal_reason as "reversalReason"
      from invoice_payments c where c.organization_id = ${organization}`,
  ),
  part(
    'ledger',
    'Every line of the ledger: debits are positive, credits negative.',
    (organization) => sql`select e.id as "entryId", e.cause, e.occurred_on as "occurredOn", e.posted_on as "postedOn",
      e.booked_at as "bookedAt", e.reverses, e.note, c.account, c.currency, c.amount_minor as "amountInMinorUnits",
      c.athlete_id as "athleteId", c.deal_id as "dealId", c.income from entries e
      join entry_lines c on c.organization_id = e.organization_id and c.entry_id = e.id where e.organization_id = ${organization}`,
  ),
  part(
    'bank-lines',
    'Lines of bank files, and what became of them.',
    (
      organization,
    ) => sql`select c.id, i.name as file, i.imported_at as "importedAt", c.booked_on as "bookedOn", c.currency,
      c.amount_minor as "amountInMinorUnits", c.payer, c.reference, c.state, c.booked_minor as "bookedInMinorUnits",
      c.ignore_reason as "ignoreReason", c.refunded_receipt_id as "refundedReceiptId" from bank_lines c
      join bank_imports i on i.organization_id = c.organization_id and i.id = c.import_id where c.organization_id = ${organization}`,
  ),
  part(
    'accounting-settings',
    'Accounting settings.',
    (
      organization,
    ) => sql`select c.expense_limit_minor as "expenseLimitInMinorUnits", c.invoice_prefix as "invoicePrefix",
      c.next_invoice as "nextInvoice", c.invoice_days as "invoiceDays", c.invoice_name as "invoiceName",
      c.invoice_address as "invoiceAddress", c.invoice_payment as "invoicePayment",
      (select b.through from closed_periods b where b.organization_id = c.organization_id) as "closedThrough"
      from accounting_settings c where c.organization_id = ${organization}`,
  ),
]
