import { hash } from 'node:crypto'

export const HASH_BYTES = 32

/** Event as it is hashed. Times are text in UTC with microseconds. */
export type HashedEvent = {
  organization: string
  id: string
  at: string
  subject: string
  subjectId: string
  event: string
  actorId: string | null
  details: string | null
  /** Hash of the values of each changed field. */
  valueHashes: Record<string, string> | null
}

export type Batch = {
  number: number
  /** ISO, with milliseconds. */
  sealedAt: string
  rowHashes: readonly Buffer[]
}

const NULL_LENGTH = 0xffff_ffff

/** SHA-256 of length-prefixed parts, so that no two lists of parts have the same bytes. The purpose separates domains. */
function hashParts(purpose: string, parts: readonly (string | Buffer | null)[]): Buffer {
  const chunks: Buffer[] = []
  for (const part of [purpose, ...parts]) {
    const bytes = part === null ? undefined : Buffer.from(part as string)
    const length = Buffer.allocUnsafe(4)
    length.writeUInt32BE(bytes?.length ?? NULL_LENGTH)
    chunks.push(length)
    if (bytes) chunks.push(bytes)
  }
  return hash('sha256', Buffer.concat(chunks), 'buffer')
}

export function hashEvent(event: HashedEvent): Buffer {
  const { organization, id, at, subject, subjectId, event: name, actorId, details, valueHashes } = event
  const values = Object.entries(valueHashes ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  return hashParts('sherpa audit event 1', [
    organization,
    id,
    at,
    subject,
    subjectId,
    name,
    actorId,
    details,
    ...values.flat(),
  ])
}

export function hashRoot(rowHashes: readonly Buffer[]): Buffer {
  return hashParts('sherpa audit root 1', rowHashes)
}

/** Head of the chain after a batch. `previous` is null for the first one. */
export function hashHead(
  organization: string,
  { number, sealedAt, rowHashes }: Batch,
  root: Buffer,
  previous: Buffer | null,
): Buffer {
  return hashParts('sherpa audit batch 1', [
    organization,
    String(number),
    previous,
    sealedAt,
    String(rowHashes.length),
    root,
  ])
}

/** Salted: a birth date could be guessed from a plain hash. */
export function hashValue(
  salt: Buffer,
  { field, before, after }: { field: string; before: string | null; after: string | null },
): string {
  return hashParts('sherpa audit value 1', [salt, field, before, after]).toString('hex')
}
