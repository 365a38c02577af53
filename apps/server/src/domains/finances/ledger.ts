import type { Currency } from '@sherpa/contracts/currency'
import type { Account, EntryCause, IncomeClass } from '@sherpa/contracts/money'
import type { Insertable } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { newId } from '../../persistence/new-id.ts'

/** The record that caused an entry. */
type Cause =
  | { receipt: string }
  | { invoicePayment: string }
  | { expense: string }
  | { payout: string }
  | { payment: string }

/** Debits are positive, credits negative. */
export type Line = {
  account: Account
  currency: Currency
  amountMinor: number
  athlete?: string | null
  deal?: string | null
  income?: IncomeClass | null
}

export type NewEntry = {
  id?: string
  cause: EntryCause
  of: Cause
  occurredOn: string
  lines: readonly Line[]
  reverses?: string
  note?: string | null
}

/** A balanced pair of a debit and a credit line. */
export function pair(debit: Account, credit: Account, line: Omit<Line, 'account'>): Line[] {
  return [
    { ...line, account: debit },
    { ...line, account: credit, amountMinor: -line.amountMinor },
  ]
}

/** Rows of other tables that belong to entries. */
export type Records = {
  [Table in 'receipts' | 'receipt_allocations' | 'recoupments']?: readonly Insertable<Tables[Table]>[]
}

/**
 * Posts entries with the records that belong to them, in one statement. Triggers do the rest, each in persistence/functions:
 * - `find_open_day`: posts an entry to the first open day, if its month is closed.
 * - `require_balance`: refuses an entry that does not balance in each currency.
 * - `require_new_entry`: refuses lines for an entry of an earlier transaction.
 * - `add_to_totals`: updates the totals per month, athlete and deal.
 * - `add_to_payments`: adds allocations to the amount received of a payment; `settle_ended_payment`: after a termination, what it expects.
 * - `add_to_expenses`: adds recoupments to the amount recouped of an expense.
 * - `classify_payment`: sets direction and income class of a new payment from its deal.
 */
export async function postEntries(
  client: Queryable,
  { organization, by }: { organization: string; by: string | null },
  entries: readonly NewEntry[],
  records: Records = {},
): Promise<string[]> {
  const rows = entries.map(({ id = newId(), cause, of, occurredOn, reverses = null, note = null }) => ({
    id,
    cause,
    occurred_on: occurredOn,
    receipt_id: 'receipt' in of ? of.receipt : null,
    invoice_payment_id: 'invoicePayment' in of ? of.invoicePayment : null,
    expense_id: 'expense' in of ? of.expense : null,
    payout_id: 'payout' in of ? of.payout : null,
    payment_id: 'payment' in of ? of.payment : null,
    reverses,
    note,
  }))
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, position) => ({
      entry_id: rows[index]?.id,
      position,
      account: line.account,
      currency: line.currency,
      amount_minor: line.amountMinor,
      athlete_id: line.athlete ?? null,
      deal_id: line.deal ?? null,
      income: line.income ?? null,
    })),
  )
  const nonEmpty = Object.entries(records).filter(([, rows]) => rows.length > 0)
  const inserts = nonEmpty.map(([table, [first]], index) => {
    const columns = Object.keys(first ?? {}).join(', ')
    return `new_${table} as (insert into ${table} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${table}, $${index + 5})),`
  })
  await client.query({
    name: ['post-entries', ...nonEmpty.map(([table]) => table)].join(' '),
    text: `with ${inserts.join('\n      ')} booked as (
        insert into entries (organization_id, id, cause, occurred_on, posted_on, booked_by, receipt_id, invoice_payment_id, expense_id,
          payout_id, payment_id, reverses, note)
        select $1, id, cause, occurred_on, occurred_on, $2, receipt_id, invoice_payment_id, expense_id, payout_id, payment_id, reverses, note
        from jsonb_to_recordset($3) as e (id uuid, cause text, occurred_on date, receipt_id uuid, invoice_payment_id uuid,
          expense_id uuid, payout_id uuid, payment_id uuid, reverses uuid, note text)
        returning id, posted_on, reverses)
      insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income,
        posted_on, reversal)
      select $1, l.entry_id, l.position, l.account, l.currency, l.amount_minor, l.athlete_id, l.deal_id, l.income, b.posted_on,
        b.reverses is not null
      from jsonb_to_recordset($4) as l (entry_id uuid, position smallint, account text, currency text, amount_minor bigint,
        athlete_id uuid, deal_id uuid, income text) join booked b on b.id = l.entry_id`,
    values: [
      organization,
      by,
      ...[rows, lines, ...nonEmpty.map(([, rows]) => rows)].map((part) => JSON.stringify(part)),
    ],
  })
  return rows.map(({ id }) => id)
}

const causeColumns = {
  receipt: 'receipt_id',
  invoicePayment: 'invoice_payment_id',
  expense: 'expense_id',
  payout: 'payout_id',
  payment: 'payment_id',
} as const

/** Reverses all entries of a record that are not reversed yet. */
export async function reverseEntries(
  client: Queryable,
  { organization, by }: { organization: string; by: string | null },
  of: Cause,
  { on, note }: { on: string; note: string },
) {
  const [[kind, id]] = Object.entries(of) as [[keyof typeof causeColumns, string]]
  await client.query(
    `with reversed as (
       select e.* from entries e where e.organization_id = $1 and e.${causeColumns[kind]} = $2 and e.reverses is null
         and not exists (select from entries r where r.organization_id = e.organization_id and r.reverses = e.id)),
     booked as (
       insert into entries (organization_id, id, cause, occurred_on, posted_on, booked_by, receipt_id, invoice_payment_id, expense_id,
         payout_id, payment_id, reverses, note)
       select $1, gen_random_uuid(), cause, $3::date, $3::date, $4, receipt_id, invoice_payment_id, expense_id, payout_id, payment_id, id, $5
       from reversed returning id, posted_on, reverses)
     insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income,
       posted_on, reversal)
     select $1, b.id, l.position, l.account, l.currency, -l.amount_minor, l.athlete_id, l.deal_id, l.income, b.posted_on, true
     from booked b join entry_lines l on l.organization_id = $1 and l.entry_id = b.reverses`,
    [organization, id, on, by, note],
  )
}
