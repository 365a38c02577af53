import { crc32, inflateRawSync } from 'node:zlib'

/** Compression method of uncompressed files. */
const STORED = 0

/** Reads a ZIP archive by path and verifies checksums. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let number = 0; number < count; number++) {
    if (archive.readUInt32LE(at) !== 0x0201_4b50) throw new Error('The directory of the archive is broken.')
    const [crc, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place)) as [
      number,
      number,
      number,
    ]
    const [nameLength, extraLength] = [28, 30].map((place) => archive.readUInt16LE(at + place)) as [number, number]
    const path = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const stored = archive.subarray(start, start + packed)
    const content = archive.readUInt16LE(at + 10) === STORED ? stored : inflateRawSync(stored)
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${path} is broken.`)
    files.set(path, content)
    at += 46 + nameLength + extraLength
  }
  return files
}
