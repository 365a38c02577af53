import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { rowOf, rowsOf } from '../../persistence/queries.ts'
import { batches, hashedEvents } from './sealed-events.ts'
import { hashEvent, hashHead, hashRoot } from './trail-hash.ts'

/** Events of one batch. */
const MAX_EVENTS = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Seals the new events of all organizations. A failure blocks no other organization. */
export async function sealAllEvents(database: Database, clock: () => Date) {
  const { rows } = await database.query<{ id: string }>('select id from organizations_to_seal()')
  await forEachOf(rows, ({ id }) => inOrganization(id, () => sealEvents(database, id, clock)))
}

/** Seals committed events in batches. Takes no lock that writers need. */
export async function sealEvents(database: Queryable, organization: string, clock: () => Date) {
  let last: string | undefined = FIRST_ID
  while (last) last = await sealBatch(database, organization, clock(), last)
}

/** Returns the last event if there may be more. Starting after it skips index entries of events that were just sealed. */
async function sealBatch(database: Queryable, organization: string, now: Date, after: string) {
  const events = await rowsOf(
    database,
    hashedEvents
      .innerJoin('audit_unsealed as u', (join) =>
        join.onRef('u.organization_id', '=', 'e.organization_id').onRef('u.event_id', '=', 'e.id'),
      )
      .where('u.organization_id', '=', organization)
      .where('u.event_id', '>', after)
      .orderBy('u.event_id')
      .limit(MAX_EVENTS),
  )
  if (events.length === 0) return undefined
  const last = await rowOf(
    database,
    batches.where('b.organization_id', '=', organization).orderBy('b.number', 'desc').limit(1),
  )
  const rowHashes = events.map(hashEvent)
  const batch = { number: (last?.number ?? 0) + 1, sealedAt: now.toISOString(), rowHashes }
  const root = hashRoot(rowHashes)
  const head = hashHead(organization, batch, root, last?.head ?? null)
  const ids = events.map(({ id }) => id)
  await database.query('select append_audit_batch($1, $2, $3, $4, $5, $6)', [
    batch.number,
    batch.sealedAt,
    ids,
    Buffer.concat(rowHashes),
    root,
    head,
  ])
  return events.length === MAX_EVENTS ? ids.at(-1) : undefined
}
