import type { TrailFault, TrailVerification } from '@sherpa/contracts/audit-trail'
import { ownValue } from '@sherpa/contracts/own-value'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { batches, loadBatches, loadHashedEvents, type StoredBatch } from './sealed-events.ts'
import { HASH_BYTES, hashEvent, hashHead, hashRoot, hashValue } from './trail-hash.ts'

/** Events of one part: about a second. */
const PART_EVENTS = 50_000
/** Faults that are listed. */
const MAX_LISTED = 20

type VerifiedPart = Omit<TrailVerification, 'anchorFound'> & { anchorsFound: string[] }

/** Verifies the next part of an organization's trail: events against their batches, and batches against the chain. */
export async function verifyPart(
  database: Queryable,
  organization: string,
  { after = 0, anchors }: { after?: number | undefined; anchors: readonly string[] },
): Promise<VerifiedPart> {
  const part = { events: 0, batches: 0, faults: [] as TrailFault[], faultCount: 0, anchorsFound: [] as string[] }
  const report = (kind: TrailFault['kind'], batch: number | null, event: string | null = null) => {
    part.faultCount++
    if (part.faults.length < MAX_LISTED) part.faults.push({ kind, batch, event })
  }
  let last = after > 0 ? await findBatch(database, organization, after) : undefined
  if (after > 0 && !last) report('batch-missing', after)
  let isComplete = false
  while (!isComplete && part.events < PART_EVENTS) {
    const page = await loadBatches(database, organization, last?.number ?? after)
    isComplete = page.length === 0
    const events = await loadEvents(database, organization, page)
    for (const batch of page) {
      const expected = (last?.number ?? after) + 1
      if (batch.number !== expected) report('batch-missing', expected)
      verifyBatch(organization, batch, last?.head ?? null, events, report)
      part.events += batch.eventIds.length
      part.batches++
      const head = batch.head.toString('hex')
      if (anchors.includes(head)) part.anchorsFound.push(head)
      last = batch
    }
  }
  const counts = await countEvents(database, organization)
  if (isComplete && counts.events !== counts.sealed + counts.waiting) report('event-added', null)
  return {
    ...part,
    head: last ? { hash: last.head.toString('hex'), number: last.number, sealedAt: last.sealedAt } : null,
    totalEvents: counts.sealed,
    waiting: counts.waiting,
    next: isComplete ? null : (last?.number ?? null),
  }
}

/** Verifies the whole trail. */
export async function verifyTrail(database: Queryable, organization: string, anchors: readonly string[] = []) {
  let whole: VerifiedPart | undefined
  for (let after: number | null = 0; after !== null; after = whole.next) {
    whole = addParts(whole, await verifyPart(database, organization, { after, anchors }))
  }
  return whole as VerifiedPart
}

function addParts(sum: VerifiedPart | undefined, part: VerifiedPart): VerifiedPart {
  if (!sum) return part
  return {
    ...part,
    events: sum.events + part.events,
    batches: sum.batches + part.batches,
    faults: [...sum.faults, ...part.faults].slice(0, MAX_LISTED),
    faultCount: sum.faultCount + part.faultCount,
    anchorsFound: [...sum.anchorsFound, ...part.anchorsFound],
    head: part.head ?? sum.head,
  }
}

function verifyBatch(
  organization: string,
  { number, sealedAt, eventIds, rowHashes, root, head }: StoredBatch,
  previous: Buffer | null,
  events: Map<string, CheckedEvent>,
  report: (kind: TrailFault['kind'], batch: number, event?: string) => void,
) {
  const hashes = eventIds.map((_, index) => rowHashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES))
  eventIds.forEach((id, index) => {
    const event = events.get(id)
    if (!event) report('event-missing', number, id)
    else if (!hashes[index] || !event.hash.equals(hashes[index])) report('event-changed', number, id)
    else if (!event.valuesMatch) report('value-changed', number, id)
  })
  const isIntact =
    rowHashes.length === eventIds.length * HASH_BYTES &&
    hashRoot(hashes).equals(root) &&
    hashHead(organization, { number, sealedAt, rowHashes: hashes }, root, previous).equals(head)
  if (!isIntact) report('batch-changed', number)
}

async function findBatch(database: Queryable, organization: string, number: number): Promise<StoredBatch | undefined> {
  return rowOf(database, batches.where('b.organization_id', '=', organization).where('b.number', '=', number))
}

type CheckedEvent = { hash: Buffer; valuesMatch: boolean }

async function loadEvents(database: Queryable, organization: string, page: StoredBatch[]) {
  const ids = page.flatMap(({ eventIds }) => eventIds)
  const events = await loadHashedEvents(database, organization, ids)
  const valuesOf = Map.groupBy(await loadValues(database, organization, ids), ({ eventId }) => eventId)
  return new Map(
    events.map((event): [string, CheckedEvent] => {
      // Erased values are missing, and their hash stays.
      const valuesMatch = (valuesOf.get(event.id) ?? []).every(
        (value) => hashValue(value.salt, value) === ownValue(event.valueHashes ?? undefined, value.field),
      )
      return [event.id, { hash: hashEvent(event), valuesMatch }]
    }),
  )
}

function loadValues(database: Queryable, organization: string, events: readonly string[]) {
  return rowsOf(
    database,
    query
      .selectFrom('audit_values')
      .select(['event_id as eventId', 'field', 'before', 'after', 'salt'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`event_id = any(${events}::uuid[])`),
  )
}

/** In one statement, since events are written and sealed meanwhile. */
async function countEvents(database: Queryable, organization: string) {
  const count = (table: 'audit_events' | 'audit_unsealed') =>
    query.selectFrom(table).select(sql<number>`count(*)::int`.as('count')).where('organization_id', '=', organization)
  return oneRowOf(
    database,
    sql<{ events: number; waiting: number; sealed: number }>`select (${count('audit_events')}) as events,
      (${count('audit_unsealed')}) as waiting,
      (select coalesce(sum(events), 0)::int from audit_batches where organization_id = ${organization}) as sealed`,
  )
}
