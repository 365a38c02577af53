import { sql } from 'kysely'
import { query } from '../../persistence/queries.ts'
import type { HashedEvent } from './trail-hash.ts'

/** Days and times as text: a JavaScript `Date` loses microseconds. */
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
