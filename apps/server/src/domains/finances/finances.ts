import { addMonths } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import { deleteQueuedMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { paymentFacts } from '../deals/deals.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import { rowsOfSql } from './totals.ts'

/** Whether anything was received, paid or posted as owed for a deal, and not reversed. */
export async function hasBookings(client: Queryable, organization: string, deal: string) {
  const [row] = await rowsOfSql(
    client,
    sql<{ booked: boolean }>`select exists (select from ${paymentFacts} p
        where p.organization_id = ${organization} and p.deal_id = ${deal} and (p.received_minor <> 0 or p.owed_minor <> 0))
      or exists (select from receipt_allocations where organization_id = ${organization} and deal_id = ${deal}
        group by receipt_id having sum(amount_minor) <> 0) as booked`,
  )
  return row?.booked === true
}

/** So long an invoice stays as it was issued: it belongs to the books, which the law wants for years. */
const MONTHS_KEPT = 5 * 12
export const lastForgottenDay = (today: string) => addMonths(today, -MONTHS_KEPT)

/**
 * Athletes were erased: where their invoices were sent to is removed, with mail that waits. Invoices of the last five years keep the name that
 * stands on them; a job removes it later.
 */
export async function forgetOnInvoices(
  client: Queryable,
  organization: string,
  athletes: readonly string[],
  now: Date,
) {
  const { today } = await bookkeepingOf(client, organization, now)
  const ofThem = query
    .selectFrom('fee_invoices')
    .select('id')
    .where('organization_id', '=', organization)
    .where(sql<boolean>`athlete_id = any(${athletes}::uuid[])`)
  await deleteQueuedMail(client, { feeInvoices: sql`select id::text from (${ofThem}) i` })
  await run(
    client,
    query
      .updateTable('fee_invoices')
      .set({ sent_to: null, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', 'in', ofThem)
      .where('sent_to', 'is not', null),
  )
  await client.query('select forget_buyers($1, $2)', [organization, lastForgottenDay(today)])
}
