import { addMonths } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import { deleteQueuedMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicPayments } from '../deals/deals.ts'
import { bookOpening } from './book-opening.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { findBookedDeals, reverseOpenings } from './undo-openings.ts'

export { bookOpening, findBookedDeals, reverseOpenings }

/** Whether anything was received, paid or accrued for a deal, and not reversed. */
export async function hasBookings(client: Queryable, organization: string, deal: string) {
  const [row] = await rowsOf(
    client,
    sql<{ booked: boolean }>`select exists (select from ${publicPayments} p
        where p.organization_id = ${organization} and p.deal_id = ${deal} and (p.received_minor <> 0 or p.owed_minor <> 0))
      or exists (select from receipt_allocations where organization_id = ${organization} and deal_id = ${deal}
        group by receipt_id having sum(amount_minor) <> 0) as booked`,
  )
  return row?.booked === true
}

/** Retention period: tax law requires invoices for five years. */
const RETENTION_MONTHS = 5 * 12
export const lastErasableDay = (today: string) => addMonths(today, -RETENTION_MONTHS)

/**
 * Runs when athletes are erased. Removes the recipients and the queued mail of their invoices. Invoices keep the name
 * of the buyer for five years; a job removes it later.
 */
export async function eraseInvoiceRecipients(
  client: Queryable,
  organization: string,
  athletes: readonly string[],
  now: Date,
) {
  const { today } = await loadBookkeeping(client, organization, now)
  const invoices = query
    .selectFrom('fee_invoices')
    .select('id')
    .where('organization_id', '=', organization)
    .where(sql<boolean>`athlete_id = any(${athletes}::uuid[])`)
  await deleteQueuedMail(client, { feeInvoices: sql`select id::text from (${invoices}) i` })
  await run(
    client,
    query
      .updateTable('fee_invoices')
      .set({ sent_to: null, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', 'in', invoices)
      .where('sent_to', 'is not', null),
  )
  await client.query('select forget_buyers($1, $2)', [organization, lastErasableDay(today)])
}
