import { randomUUID } from 'node:crypto'
import type { accountingOperations } from '@sherpa/contracts/accounting-operations'
import type { bankOperations } from '@sherpa/contracts/bank-operations'
import type { expenseOperations } from '@sherpa/contracts/expense-operations'
import type { feeInvoiceOperations } from '@sherpa/contracts/fee-invoice-operations'
import type { financeOperations } from '@sherpa/contracts/finance-operations'
import type { paymentOperations } from '@sherpa/contracts/payment-operations'
import type { payoutOperations } from '@sherpa/contracts/payout-operations'
import type { receiptOperations } from '@sherpa/contracts/receipt-operations'
import type { statementOperations } from '@sherpa/contracts/statement-operations'
import type { Samples } from '../../../test/samples.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

const bankFile = 'Date,Amount,Payer\n2026-01-05,100.00,Halden Sportswear\n'

/** Sample requests for the operations of finances. */
export const samples: Samples<
  typeof receiptOperations &
    typeof expenseOperations &
    typeof payoutOperations &
    typeof accountingOperations &
    typeof feeInvoiceOperations &
    typeof statementOperations &
    typeof paymentOperations &
    typeof bankOperations &
    typeof financeOperations
> = {
  // Athlete, company and the deal in force reuse the organization's id.
  async parameters(owner, { organization, person }) {
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, $1, 'Jonah', 'Okoye', 'pro', 'prospect') on conflict do nothing`,
      [organization],
    )
    await owner.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $1, 'Halden Sportswear', 'brand') on conflict do nothing",
      [organization],
    )
    const { payments } = await signedDeal(owner, {
      id: organization,
      organization,
      athlete: organization,
      company: organization,
      title: 'Winter line',
      terms: {
        payments: [monthly(100_000)],
        payor: { name: 'Sofia Reyes', title: null, email: 'payer@halden.example' },
      },
    })
    const receipt = randomUUID()
    await owner.query(
      `insert into receipts (organization_id, id, received_on, payer, currency, amount_minor)
       values ($1, $2, '2026-01-05', 'Halden Sportswear', 'USD', 100)`,
      [organization, receipt],
    )
    const entry = randomUUID()
    await owner.query(
      `insert into entries (organization_id, id, cause, occurred_on, posted_on, receipt_id)
       values ($1, $2, 'receipt', '2026-01-05', '2026-01-05', $3)`,
      [organization, entry, receipt],
    )
    await owner.query(
      `insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income, posted_on)
       values ($1, $2, 0, 'athlete-earnings', 'USD', 100, $1, $1, 'nil', '2026-01-05'),
         ($1, $2, 1, 'payors', 'USD', -100, $1, $1, 'nil', '2026-01-05')`,
      [organization, entry],
    )
    await owner.query(
      `insert into receipt_allocations (organization_id, id, receipt_id, deal_id, athlete_id, amount_minor, currency, income, deal_version,
         fee_rate, fee_minor, entry_id)
       values ($1, gen_random_uuid(), $2, $1, $1, 100, 'USD', 'nil', 1, 150000, 15, $3)`,
      [organization, receipt, entry],
    )
    // One expense waits for approval; the other, with the organization's id, is partly reimbursed.
    const [expense, payout] = [randomUUID(), randomUUID()]
    await owner.query(
      `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, paid_by, state, added_by,
         repaid_minor, file_name, file_type, storage_key, file_size)
       values ($1, $2, '2026-01-05', 'travel', 'Airline', 'USD', 100, 'organization', 'waiting', $3, 0, 'Bill.png', 'image/png', 'a receipt', 3),
         ($1, $1, '2026-01-05', 'meals', 'Diner', 'USD', 100, 'colleague', 'approved', $3, 40, null, null, null, null)`,
      [organization, expense, person],
    )
    await owner.query(
      `insert into payouts (organization_id, id, paid_on, expense_id, currency, amount_minor)
       values ($1, $2, '2026-01-06', $1, 'USD', 40)`,
      [organization, payout],
    )
    await owner.query("insert into closed_periods (organization_id, through) values ($1, '2025-12-31')", [organization])
    const [feeInvoice, paidInvoice, feePayment] = [randomUUID(), randomUUID(), randomUUID()]
    await owner.query(
      `insert into fee_invoices (organization_id, id, number, athlete_id, issued_on, due_on, currency, total_minor, paid_minor, seller,
         buyer, state)
       values ($1, $2, 'S-1', $1, '2026-01-05', '2026-02-05', 'USD', 15, 0, $4, $4, 'open'),
         ($1, $3, 'S-2', $1, '2026-01-05', '2026-02-05', 'USD', 15, 15, $4, $4, 'paid')`,
      [organization, feeInvoice, paidInvoice, { name: 'Ridgeline', address: null, payment: null }],
    )
    await owner.query(
      `insert into invoice_payments (organization_id, id, invoice_id, paid_on, amount_minor)
       values ($1, $2, $3, '2026-01-06', 15)`,
      [organization, feePayment, paidInvoice],
    )
    const bankLine = randomUUID()
    await owner.query(
      `insert into bank_imports (organization_id, id, name, currency, mapping, lines, added)
       values ($1, $2, 'November.csv', 'USD', '{"columns": []}', 1, 1)`,
      [organization, bankLine],
    )
    await owner.query(
      `insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence,
         state)
       values ($1, $2, $2, '2026-01-05', 'USD', 100, 'Halden Sportswear', 'Wire', uuid_send($2::uuid), 1, 'open')`,
      [organization, bankLine],
    )
    return { receipt, payment: payments[0] ?? '', expense, payout, feeInvoice, feePayment, bankLine }
  },
  queries: {
    moneyByDeal: '?deals=0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
    financeBreakdown: '?by=deal',
    invoicePreview: '?currency=USD',
    statement: '?from=2026-01-01&until=2026-01-31',
    statementPdf: '?from=2026-01-01&until=2026-01-31',
    importBankFile: '?roles=date,amount,payer&dayFirst=no&currency=USD',
  },
  bodies: {
    bookReceipt: ({ organization }) => ({
      receivedOn: '2026-01-05',
      payer: 'Halden Sportswear',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor: 100,
      note: null,
      allocations: [{ dealId: organization, amountMinor: 100 }],
      bankLineId: null,
    }),
    issueFeeInvoice: ({ organization }) => ({ athleteId: organization, currency: 'USD' }),
    sendFeeInvoice: () => ({ email: 'jonah@athlete.example' }),
    sendStatement: () => ({ from: '2026-01-01', until: '2026-01-31', email: 'jonah@athlete.example' }),
    bookInvoicePayment: () => ({ paidOn: '2026-01-06', amountMinor: 2, reference: null, bankLineId: null }),
    reverseInvoicePayment: () => ({ reason: 'Bounced' }),
    voidFeeInvoice: () => ({ reason: 'For the wrong athlete' }),
    receiptFees: ({ organization }) => ({
      currency: 'USD',
      allocations: [{ dealId: organization, amountMinor: 100 }],
    }),
    meetCondition: () => ({ metOn: '2026-01-05', dueOn: '2026-02-05' }),
    remindPayer: () => ({ to: 'payer@halden.example', text: 'Please pay.' }),
    previewBankFile: () => bankFile,
    importBankFile: () => bankFile,
    confirmBankLines: () => ({
      lines: [{ bankLineId: randomUUID(), parts: [{ paymentId: randomUUID(), amountMinor: 100 }] }],
    }),
    ignoreBankLine: () => ({ reason: 'A gift' }),
    reverseReceipt: () => ({ reason: 'Booked twice' }),
    addExpense: ({ organization }) => ({
      spentOn: '2026-01-05',
      category: 'travel',
      vendor: 'Airline',
      currency: 'USD',
      amountMinor: 100,
      athleteId: organization,
      dealId: null,
      paidBy: 'organization',
      recoupRate: null,
      note: null,
    }),
    decideExpense: () => ({ decision: 'approved' }),
    reverseExpense: () => ({ reason: 'Added twice' }),
    addExpenseFile: () => '%PDF-1.7\n',
    recordPayout: ({ organization }) => ({
      paidOn: '2026-01-06',
      paymentId: null,
      expenseId: organization,
      amountMinor: 1,
      reference: null,
    }),
    reversePayout: () => ({ reason: 'Sent back' }),
    changeAccountingSettings: () => ({
      expenseLimitMinor: 50_000,
      invoicePrefix: 'F-',
      nextInvoice: 1,
      invoiceDays: 30,
      invoiceName: null,
      invoiceAddress: null,
      invoicePayment: null,
      version: 1,
    }),
    closeMonths: () => ({ month: '2026-01' }),
    reopenMonths: (_place, proof) => ({ month: '2025-12', ...proof }),
  },
}
