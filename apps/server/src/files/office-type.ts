import { inflateRawSync } from 'node:zlib'
import type { FileType } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'

/** Covers the ZIP central directory: a presentation with a thousand pictures needs 100 kB. */
const TAIL_BYTES = 1024 * 1024
/** Lists the content types of all parts. Its position in the file varies. */
const TYPES_PART = '[Content_Types].xml'
const LOCAL_HEADER_BYTES = 30
const MAX_PACKED_BYTES = 256 * 1024
const MAX_UNPACKED_BYTES = 2 * 1024 * 1024
/** More headers of the types part are an attempt to mislead. */
const MAX_CANDIDATES = 4

/** By content type of the main part. */
const officeTypes = Object.fromEntries(
  (['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'] as const).map((kind) => {
    const type: FileType = `application/vnd.openxmlformats-officedocument.${kind}`
    return [`${type}.main+xml`, type]
  }),
)

/**
 * Detects the office document type of a streamed ZIP file. Part names prove nothing:
 * Office goes by content types and finds macros under any name.
 */
export function officeWatch() {
  const tail = lastBytes(TAIL_BYTES)
  const candidates: { offset: number; first: ReturnType<typeof firstBytes> }[] = []
  /** Possible start of a header that continues in the next chunk. */
  let carried = Buffer.alloc(0)
  let position = 0

  return {
    add(bytes: Buffer) {
      tail.add(bytes)
      for (const { first } of candidates) first.add(bytes)
      const seen = Buffer.concat([carried, bytes])
      const start = position - carried.length
      for (const at of headersIn(seen)) {
        const first = firstBytes(LOCAL_HEADER_BYTES + MAX_PACKED_BYTES)
        first.add(seen.subarray(at))
        candidates.push({ offset: start + at, first })
      }
      position += bytes.length
      // One byte less than a full header, so that none is found twice.
      carried = Buffer.from(seen.subarray(-(LOCAL_HEADER_BYTES + TYPES_PART.length - 1)))
      if (candidates.length > MAX_CANDIDATES) throw new Refusal('file-type-not-allowed')
    },

    end(): FileType {
      const [entry, ...others] = entriesOf(tail.all()).filter(({ name }) => name === TYPES_PART)
      const found = candidates.find(({ offset }) => offset === entry?.offset)
      if (!entry || !found || others.length > 0) throw new Refusal('file-type-not-allowed')
      const types = contentTypes(unpack(found.first.all(), entry))
      if (types.some((type) => /macro|vba/.test(type))) throw new Refusal('file-has-macros')
      const [type] = types.flatMap((one) => officeTypes[one] ?? [])
      if (!type) throw new Refusal('file-type-not-allowed')
      return type
    },
  }
}

/** Offsets of the part's local headers. */
function* headersIn(bytes: Buffer) {
  for (let name = bytes.indexOf(TYPES_PART); name !== -1; name = bytes.indexOf(TYPES_PART, name + 1)) {
    const at = name - LOCAL_HEADER_BYTES
    if (at >= 0 && bytes.toString('latin1', at, at + 4) === 'PK\x03\x04') yield at
  }
}

type Entry = { name: string; method: number; packed: number; offset: number }

/** Reads the central directory: entries of 46 bytes plus name, extra field and comment of variable length. */
function entriesOf(tail: Buffer): Entry[] {
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1 || end + 22 > tail.length) return []
  const entries: Entry[] = []
  let at = end - tail.readUInt32LE(end + 12)
  while (at >= 0 && at + 46 <= end && tail.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [name, extra, comment] = [28, 30, 32].map((field) => tail.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    entries.push({
      name: tail.toString('utf8', at + 46, at + 46 + name),
      method: tail.readUInt16LE(at + 10),
      packed: tail.readUInt32LE(at + 20),
      offset: tail.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

function unpack(local: Buffer, { method, packed }: Entry): Buffer {
  const start = LOCAL_HEADER_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  const bytes = local.subarray(start, start + packed)
  if (bytes.length < packed) throw new Refusal('file-type-not-allowed')
  if (method === 0) return bytes
  try {
    if (method === 8) return inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch {
    // Corrupt, or a ZIP bomb.
  }
  throw new Refusal('file-type-not-allowed')
}

/** Content types in lowercase. Rejects a DTD, as Office does: entities could hide macros. */
function contentTypes(xml: Buffer): string[] {
  const encoding =
    xml[0] === 0xff && xml[1] === 0xfe ? 'utf-16le' : xml[0] === 0xfe && xml[1] === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(xml)
  if (/<!/.test(text.replaceAll(/<!--.*?-->/gs, ''))) throw new Refusal('file-type-not-allowed')
  return [...text.matchAll(/ContentType\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, fromReference).toLowerCase(),
  )
}

function fromReference(reference: string, hex: string | undefined, decimal: string | undefined) {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : reference
}

/** Collects the first bytes. */
function firstBytes(most: number) {
  const chunks: Buffer[] = []
  let missing = most
  return {
    add(bytes: Buffer) {
      if (missing === 0) return
      chunks.push(bytes.subarray(0, missing))
      missing -= Math.min(missing, bytes.length)
    },
    all: () => Buffer.concat(chunks),
  }
}

/** Collects the last bytes. */
function lastBytes(most: number) {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add(bytes: Buffer) {
      chunks.push(bytes)
      length += bytes.length
      while (length - (chunks[0]?.length ?? 0) >= most) length -= chunks.shift()?.length ?? 0
    },
    all: () => Buffer.concat(chunks),
  }
}
