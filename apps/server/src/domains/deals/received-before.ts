import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { requireCompany } from '../companies/companies.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'

type Received = { paymentId: string; amountMinor: number; receivedOn: string }

/** Books money that was received before the organization used the ledger. */
type BookOpening = (
  client: Queryable,
  viewer: Viewer,
  opening: { by: string; currency: string; payer: { id: string; name: string }; received: readonly Received[] },
) => Promise<void>

/** Records what came before the deal was entered. The caller has locked the deal. */
export function createReceivedBefore(bookOpening: BookOpening) {
  return async (
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    { by, company, currency, received }: { by: string; company: string; currency: string; received: Received[] },
  ) => {
    if (received.length === 0) return
    const payer = await requireCompany(client, deal.organization_id, company)
    if (payer.isSelf) return settleOwnPayments(client, deal, received)
    await bookOpening(client, viewer, { by, currency, payer, received })
  }
}
export type RecordReceivedBefore = ReturnType<typeof createReceivedBefore>

/** What the organization itself paid before is neither owed nor in its books. */
async function settleOwnPayments(client: Queryable, { organization_id }: LockedDeal, paid: readonly Received[]) {
  for (const { paymentId, amountMinor, receivedOn } of paid) {
    await run(
      client,
      query
        .updateTable('payments')
        .set({
          received_minor: sql<string>`received_minor + ${amountMinor}`,
          owed_minor: sql<string>`owed_minor + ${amountMinor}`,
          owed_since: receivedOn,
        })
        .where('organization_id', '=', organization_id)
        .where('id', '=', paymentId),
    )
  }
}
