import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

const booked = { keep: 'the books, which name the athlete by id' } as const

/** What the books say about athletes, companies and deals stays: those who made it cannot be removed. */
export const financeDependents: Dependent[] = [
  {
    on: 'athlete',
    table: 'expenses',
    column: 'athlete_id',
    merge: 'refuse',
    erase: { clear: { note: null, word: null, reversed_because: null } },
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
    erase: { keep: 'tax law: `forgetOnInvoices` removes the address at once, the name after five years' },
    touched: true,
  },
  { on: 'company', table: 'receipts', column: 'company_id', remove: 'keep', merge: 'keep' },
  { on: 'deal', table: 'expenses', column: 'deal_id', remove: 'deal-has-expenses', erase: booked },
  { on: 'deal', table: 'entry_lines', column: 'deal_id', remove: 'deal-in-force', erase: booked },
  { on: 'deal', table: 'receipt_allocations', column: 'deal_id', remove: 'deal-in-force', erase: booked },
  ...workOfMembers({
    bank_imports: ['imported_by'],
    closed_books: ['closed_by'],
    entries: ['booked_by'],
    expenses: ['added_by', 'decided_by', 'reversed_by'],
    fee_invoices: ['created_by'],
    invoice_payments: ['booked_by', 'reversed_by'],
    payouts: ['booked_by', 'reversed_by'],
    receipts: ['booked_by', 'reversed_by'],
  }),
]
