import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { batches, countSealedEvents } from './sealed-events.ts'

/** Head of an organization's chain: whoever keeps it can prove later that nothing before it changed. */
export type TrailHead = { hash: string; number: number; sealedAt: string; events: number }

export async function findTrailHead(client: Queryable, organization: string): Promise<TrailHead | undefined> {
  const newest = await rowOf(
    client,
    batches.where('b.organization_id', '=', organization).orderBy('b.number', 'desc').limit(1),
  )
  if (!newest) return undefined
  const { head, number, sealedAt } = newest
  return { hash: head.toString('hex'), number, sealedAt, events: await countSealedEvents(client, organization) }
}

/** Claims the head for a mail, once. Undefined if it was mailed before. */
export async function claimTrailHead(
  client: Queryable,
  organization: string,
  now: Date,
): Promise<TrailHead | undefined> {
  const head = await findTrailHead(client, organization)
  if (!head) return undefined
  const claimed = await run(
    client,
    query
      .insertInto('audit_anchors')
      .values({ organization_id: organization, number: head.number, mailed_at: now })
      .onConflict((mailed) => mailed.doNothing()),
  )
  return claimed ? head : undefined
}
