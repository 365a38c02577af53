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

const LENGTH_BYTES = 4
const NULL_LENGTH = 0xffff_ffff
/** UTF-8 of a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3

/** SHA-256 of length-prefixed parts, so that no two lists of parts have the same bytes. The purpose separates domains. */
function hashParts(purpose: string, parts: readonly (string | Buffer | null)[]): Buffer {
  let end = 0
  for (const part of [purpose, ...parts]) {
    reserve(end + LENGTH_BYTES + (part?.length ?? 0) * MAX_BYTES_PER_UNIT)
    const start = end + LENGTH_BYTES
    const length = part === null ? 0 : typeof part === 'string' ? scratch.write(part, start) : part.copy(scratch, start)
    scratch.writeUInt32BE(part === null ? NULL_LENGTH : length, end)
    end = start + length
  }
  return hash('sha256', scratch.subarray(0, end), 'buffer')
}

/** Reused: a million events would allocate twenty million small buffers. */
let scratch = Buffer.allocUnsafe(65_536)
function reserve(bytes: number) {
  if (bytes <= scratch.length) return
  const larger = Buffer.allocUnsafe(bytes * 2)
  scratch.copy(larger)
  scratch = larger
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
