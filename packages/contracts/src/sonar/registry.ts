import type { Target } from './reading.ts'
import { athletes } from './vocabulary/athletes.ts'
import { companies, deals } from './vocabulary/deals.ts'
import { disclosures } from './vocabulary/disclosures.ts'
import { breakdown, overview } from './vocabulary/figures.ts'
import { bankLines, expenses, feeInvoices, payables, payments, receipts } from './vocabulary/money.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'
import { deliverables, keyDates, tasks } from './vocabulary/work.ts'

/** Everything that a question can ask for, with its words and permissions. */
export const registry: Readonly<Record<Target, Vocabulary>> = {
  athletes,
  deals,
  companies,
  payments,
  receipts,
  expenses,
  'fee-invoices': feeInvoices,
  payables,
  'bank-lines': bankLines,
  'key-dates': keyDates,
  deliverables,
  tasks,
  disclosures,
  overview,
  breakdown,
}
