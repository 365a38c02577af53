import { addMonths } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { bookkeepingOf } from './bookkeeping.ts'

/** Whether anything was received, paid or posted as owed for a deal, and not reversed. */
export async function hasBookings(client: Queryable, organization: string, deal: string) {
  const { rows } = await client.query<{ booked: boolean }>(
    `select exists (select from payments where organization_id = $1 and deal_id = $2 and (received_minor <> 0 or owed_minor <> 0))
       or exists (select from receipt_allocations where organization_id = $1 and deal_id = $2
         group by receipt_id having sum(amount_minor) <> 0) as booked`,
    [organization, deal],
  )
  return rows[0]?.booked === true
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
  await run(
    client,
    query
      .deleteFrom('outgoing_mail')
      .where('kind', '=', 'fee-invoice')
      .where(sql<boolean>`details ->> 'invoice' in (select id::text from (${ofThem}) i)`),
  )
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
