import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import type { Viewer } from './finance-access.ts'
import { reverseReceipt } from './reverse-receipt.ts'

/** Of these deals, those with bookings other than money from before, or with reversals. */
export async function findBookedDeals(client: Queryable, organization: string, deals: readonly string[]) {
  const rows = await rowsOf(
    client,
    sql<{ id: string }>`select distinct x.deal_id as id from receipt_allocations x
       join receipts r on r.organization_id = x.organization_id and r.id = x.receipt_id
     where x.organization_id = ${organization} and x.deal_id = any(${deals}::uuid[])
       and (not r.opening or r.reversed_at is not null)
     union select deal_id from expenses where organization_id = ${organization} and deal_id = any(${deals}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Reverses the money of a deal from before. Returns whether there was any. */
export async function reverseOpenings(
  client: Queryable,
  viewer: Viewer,
  deal: string,
  { today, reason }: { today: string; reason: string },
) {
  const receipts = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations as x')
      .innerJoin('receipts as r', (join) =>
        join.onRef('r.organization_id', '=', 'x.organization_id').onRef('r.id', '=', 'x.receipt_id'),
      )
      .select('r.id')
      .distinct()
      .where('x.organization_id', '=', viewer.member.organization)
      .where('x.deal_id', '=', deal)
      .where('r.opening', '=', true)
      .where('r.reversed_at', 'is', null)
      .orderBy('r.id'),
  )
  for (const { id } of receipts) await reverseReceipt(client, viewer, id, { reason, today })
  return receipts.length > 0
}
