import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * Converts WOFF to SFNT (https://www.w3.org/TR/WOFF). pdfkit reads both, but inflates WOFF tables in JavaScript for every
 * document, which would be 90 % of the time of an invoice.
 */
export function unpackFont(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const start = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(start, start + packedLength)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      content: packedLength < length ? inflateSync(packed) : packed,
    }
  })
  const directory = Buffer.alloc(SFNT_HEADER + tables.length * SFNT_ENTRY)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(tables.length, 4)
  const contents: Buffer[] = []
  let offset = directory.length
  tables.forEach(({ tag, checksum, content }, index) => {
    const entry = SFNT_HEADER + index * SFNT_ENTRY
    tag.copy(directory, entry)
    checksum.copy(directory, entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(content.length, entry + 12)
    const padding = Buffer.alloc(-content.length & 3)
    contents.push(content, padding)
    offset += content.length + padding.length
  })
  return Buffer.concat([directory, ...contents])
}
