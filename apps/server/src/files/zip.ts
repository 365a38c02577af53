import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/*
 * A ZIP archive as it is written, from its first byte to its last (APPNOTE 6.3.9): sizes stand after each file, because they are not
 * known before. An archive may be larger than 4 GiB and have more than 65,535 files (ZIP64); no single file may be.
 */

export type ZipFile = {
  path: string
  bytes: AsyncIterable<Buffer | string>
  /** Pictures and the like do not become smaller. */
  compressed?: boolean
}

const MOST_BYTES = 0xffff_ffff
const MOST_FILES = 0xffff
/** Sizes follow the file; its name is UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
const VERSION_64 = 45

type Written = { path: Buffer; crc: number; size: number; packed: number; offset: number }

export async function* zip(files: AsyncIterable<ZipFile>, now: Date): AsyncGenerator<Buffer> {
  const written: Written[] = []
  const time = dosTime(now)
  let offset = 0
  for await (const { path, bytes, compressed = true } of files) {
    const entry: Written = { path: Buffer.from(path), crc: 0, size: 0, packed: 0, offset }
    const header = localHeader(entry, time)
    offset += header.length
    yield header
    for await (const chunk of Readable.from(measured(bytes, entry)).compose(
      createDeflateRaw({ level: compressed ? 6 : 0 }),
    )) {
      entry.packed += chunk.length
      offset += chunk.length
      yield chunk
    }
    if (entry.size > MOST_BYTES || entry.packed > MOST_BYTES)
      throw new Error('A file of an archive is larger than 4 GiB.')
    const sizes = numbers([4, 0x0807_4b50], [4, entry.crc], [4, entry.packed], [4, entry.size])
    offset += sizes.length
    yield sizes
    written.push(entry)
  }
  let length = 0
  for (const entry of written) {
    const header = centralHeader(entry, time)
    length += header.length
    yield header
  }
  yield endOf(written.length, length, offset)
}

async function* measured(bytes: ZipFile['bytes'], entry: Written) {
  for await (const part of bytes) {
    const chunk = Buffer.from(part)
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}

type Sized = readonly [bytes: 2 | 4 | 8, value: number]

function numbers(...values: Sized[]) {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

function localHeader({ path }: Written, time: Sized[]) {
  const sizesFollow: Sized[] = [
    [4, 0],
    [4, 0],
    [4, 0],
  ]
  const fixed = numbers(
    [4, 0x0403_4b50],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    ...time,
    ...sizesFollow,
    [2, path.length],
    [2, 0],
  )
  return Buffer.concat([fixed, path])
}

/** Beyond 4 GiB, the place of a file stands in a field of its own. */
function centralHeader({ path, crc, size, packed, offset }: Written, time: Sized[]) {
  const isFar = offset >= MOST_BYTES
  const far = isFar ? numbers([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  const version = isFar ? VERSION_64 : VERSION
  const fixed = numbers(
    [4, 0x0201_4b50],
    [2, version],
    [2, version],
    [2, FLAGS],
    [2, DEFLATE],
    ...time,
    [4, crc],
    [4, packed],
    [4, size],
    [2, path.length],
    [2, far.length],
    // No comment, the first and only disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? MOST_BYTES : offset],
  )
  return Buffer.concat([fixed, path, far])
}

function endOf(count: number, length: number, offset: number) {
  const isLarge = count >= MOST_FILES || length >= MOST_BYTES || offset >= MOST_BYTES
  const files: Sized = [2, Math.min(count, MOST_FILES)]
  const end = numbers(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    files,
    files,
    [4, Math.min(length, MOST_BYTES)],
    [4, Math.min(offset, MOST_BYTES)],
    [2, 0],
  )
  if (!isLarge) return end
  const large = numbers(
    [4, 0x0606_4b50],
    [8, 44],
    [2, VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, offset],
  )
  const whereLarge = numbers([4, 0x0706_4b50], [4, 0], [8, offset + length], [4, 1])
  return Buffer.concat([large, whereLarge, end])
}

/** In UTC, in steps of two seconds. */
function dosTime(now: Date): Sized[] {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
  const day = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  return [
    [2, time],
    [2, day],
  ]
}
