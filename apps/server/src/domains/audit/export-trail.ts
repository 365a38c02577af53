import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { loadBatches, loadHashedEvents, type StoredBatch } from './sealed-events.ts'
import { HASH_BYTES, type HashedEvent } from './trail-hash.ts'

const headings = [
  'Batch',
  'Sealed at',
  'Event id',
  'At',
  'Event',
  'By',
  'Subject',
  'Subject id',
  'Details',
  'Hashes of changed values',
  'Event hash',
  'Batch root',
  'Head after batch',
]

/** Streams all sealed events as CSV, in the order of sealing. Organization and columns are everything that is hashed. */
export async function* trailAsCsv(database: Database, organization: string) {
  yield BYTE_ORDER_MARK + csvLine(headings)
  for (let after = 0; ; ) {
    const page = await inOrganization(organization, () => loadBatches(database, organization, after))
    const last = page.at(-1)
    if (!last) return
    after = last.number
    const ids = page.flatMap(({ eventIds }) => eventIds)
    const events = await inOrganization(organization, () => loadHashedEvents(database, organization, ids))
    const byId = new Map(events.map((event) => [event.id, event]))
    for (const batch of page) yield batch.eventIds.map((id, index) => lineOf(batch, index, id, byId.get(id))).join('')
  }
}

function lineOf(
  { number, sealedAt, rowHashes, root, head }: StoredBatch,
  index: number,
  id: string,
  event?: HashedEvent,
) {
  return csvLine([
    number,
    sealedAt,
    id,
    event?.at,
    event?.event,
    event?.actorId,
    event?.subject,
    event?.subjectId,
    event?.details,
    event?.valueHashes && JSON.stringify(event.valueHashes),
    rowHashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString('hex'),
    root.toString('hex'),
    head.toString('hex'),
  ])
}
