import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const booked = { keep: 'the ledger, which refers to athletes by id' } as const

/** Bookings are never deleted: athletes and deals with bookings cannot be merged or removed. */
export const financeDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'expenses',
    column: 'athlete_id',
    merge: 'refuse',
    erase: { clear: { note: null, comment: null, reversal_reason: null } },
    touched: true,
  },
  ...(['entry_lines', 'payouts', 'receipt_allocations'] as const).map(
    (table): Dependent => ({
      on: 'athlete',
      table,
      column: 'athlete_id',
      merge: 'refuse',
      erase: booked,
      touched: true,
    }),
  ),
  {
    on: 'athlete',
    table: 'fee_invoices',
    column: 'athlete_id',
    merge: 'refuse',
    erase: { keep: 'tax law: `eraseInvoiceRecipients` removes the address at once, the name after five years' },
    touched: true,
  },
  { on: 'company', table: 'receipts', column: 'company_id', remove: 'keep', merge: 'keep' },
  { on: 'deal', table: 'expenses', column: 'deal_id', remove: 'deal-has-expenses', erase: booked },
  { on: 'deal', table: 'entry_lines', column: 'deal_id', remove: 'deal-in-force', erase: booked },
  { on: 'deal', table: 'receipt_allocations', column: 'deal_id', remove: 'deal-in-force', erase: booked },
  ...workOfMembers({
    bank_imports: ['imported_by'],
    closed_periods: ['closed_by'],
    entries: ['booked_by'],
    expenses: ['added_by', 'decided_by', 'reversed_by'],
    fee_invoices: ['created_by'],
    invoice_payments: ['booked_by', 'reversed_by'],
    payouts: ['booked_by', 'reversed_by'],
    receipts: ['booked_by', 'reversed_by'],
  }),
]
