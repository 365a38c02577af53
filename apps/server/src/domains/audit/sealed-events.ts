import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import type { HashedEvent } from './trail-hash.ts'

/** Events that are loaded at once. A batch with more is loaded alone. */
const PAGE_EVENTS = 10_000
const PAGE_BATCHES = 1000

/** Times as text: a JavaScript `Date` loses microseconds. */
const utc = (column: string, digits: 'MS' | 'US') =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"`)})`

/** Columns of `audit_events e` that are hashed. */
export const hashedEvents = query
  .selectFrom('audit_events as e')
  .select([
    'e.organization_id as organization',
    'e.id',
    utc('e.at', 'US').as('at'),
    'e.subject',
    'e.subject_id as subjectId',
    'e.event',
    'e.actor_id as actorId',
    'e.details',
    'e.value_hashes as valueHashes',
  ])
  .$castTo<HashedEvent>()

export const batches = query
  .selectFrom('audit_batches as b')
  .select([
    'b.number',
    utc('b.sealed_at', 'MS').as('sealedAt'),
    'b.event_ids as eventIds',
    'b.row_hashes as rowHashes',
    'b.root',
    'b.head',
  ])

export type StoredBatch = {
  number: number
  sealedAt: string
  eventIds: string[]
  rowHashes: Buffer
  root: Buffer
  head: Buffer
}

/** The next batches with at most `PAGE_EVENTS` events together, at least one. */
export async function loadBatches(database: Queryable, organization: string, after: number): Promise<StoredBatch[]> {
  const next = query
    .selectFrom('audit_batches')
    .select(['number', 'events'])
    .where('organization_id', '=', organization)
    .where('number', '>', after)
    .orderBy('number')
    .limit(PAGE_BATCHES)
  const page = sql<{ number: number }>`(select number from (
      select number, sum(events) over (order by number) - events as before from (${next}) as next) as counted
    where before < ${PAGE_EVENTS})`
  return rowsOf(
    database,
    batches.where('b.organization_id', '=', organization).where(sql<boolean>`b.number in ${page}`).orderBy('b.number'),
  )
}

export function loadHashedEvents(
  database: Queryable,
  organization: string,
  ids: readonly string[],
): Promise<HashedEvent[]> {
  return rowsOf(
    database,
    hashedEvents.where('e.organization_id', '=', organization).where(sql<boolean>`e.id = any(${ids}::uuid[])`),
    'hashed-audit-events',
  )
}

export async function countSealedEvents(database: Queryable, organization: string): Promise<number> {
  const { count } = await oneRowOf(
    database,
    query
      .selectFrom('audit_batches')
      .select(sql<number>`coalesce(sum(events), 0)::int`.as('count'))
      .where('organization_id', '=', organization),
  )
  return count
}
