import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'

/** A workbook has some dozen entries. */
const MAX_ENTRIES = 5000
/** Of all entries together, which bounds the time. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8

type Entry = { offset: number; compressed: number; method: number }
/** The archive is damaged, encrypted or too large. */
export class ZipError extends Error {}

/** Opens a ZIP file by its directory. Entries are inflated as streams, up to a limit each and together. */
export async function openZip(path: string, mostUnpacked = MAX_UNPACKED_BYTES) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const readAt = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      if (bytesRead < length) throw new ZipError('The archive is incomplete')
      return buffer
    }
    const tailLength = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
    const tail = await readAt(size - tailLength, tailLength)
    let end = tail.length - END_BYTES
    while (end >= 0 && tail.readUInt32LE(end) !== END_SIGNATURE) end--
    if (end < 0) throw new ZipError('The archive has no directory')
    const directoryBytes = tail.readUInt32LE(end + 12)
    const directoryAt = tail.readUInt32LE(end + 16)
    if (directoryBytes > MAX_DIRECTORY_BYTES || directoryAt + directoryBytes > size)
      throw new ZipError('The directory of the archive is damaged')
    const entries = readEntries(await readAt(directoryAt, directoryBytes))

    let unpacked = 0
    async function* inflate(name: string, most: number): AsyncGenerator<Buffer> {
      const entry = entries.get(name)
      if (!entry) throw new ZipError(`The archive has no ${name}`)
      const local = await readAt(entry.offset, 30)
      if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new ZipError('An entry of the archive is damaged')
      const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
      if (entry.compressed === 0) return
      const raw = createReadStream(path, { start, end: start + entry.compressed - 1 })
      const chunks = entry.method === DEFLATED ? raw.pipe(createInflateRaw()) : raw
      raw.on('error', (error) => chunks.destroy(error))
      let bytes = 0
      try {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          bytes += chunk.length
          unpacked += chunk.length
          if (bytes > most || unpacked > mostUnpacked) throw new ZipError('The file is too large when unpacked')
          yield chunk
        }
      } catch (error) {
        throw error instanceof ZipError ? error : new ZipError('An entry of the archive is damaged')
      } finally {
        raw.destroy()
        chunks.destroy()
      }
    }
    return { names: [...entries.keys()], has: (name: string) => entries.has(name), inflate, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

function readEntries(directory: Buffer) {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const flags = directory.readUInt16LE(at + 8)
    const method = directory.readUInt16LE(at + 10)
    const compressed = directory.readUInt32LE(at + 20)
    const nameLength = directory.readUInt16LE(at + 28)
    const offset = directory.readUInt32LE(at + 42)
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    if (flags & 1) throw new ZipError('The file is protected with a password')
    const isKnown = (method === STORED || method === DEFLATED) && compressed !== 0xffffffff && offset !== 0xffffffff
    if (isKnown) entries.set(name.replace(/^\//, ''), { offset, compressed, method })
    if (entries.size > MAX_ENTRIES) throw new ZipError('The archive has too many entries')
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}
