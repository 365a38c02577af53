import { inflateSync } from 'node:zlib'
import type { FileType } from '@sherpa/contracts/file'

/** Bounds the work on hostile files. */
const MAX_OBJECT_STREAMS = 40
const MAX_INFLATED_BYTES = 1_000_000
/** Some programs add bytes after the end of a PDF. */
const PDF_TAIL_BYTES = 2048

/** Whether a viewer can open this PDF or image, by its structure. False for other types: they are no scans. */
export function isOpenable(type: FileType, bytes: Buffer): boolean {
  if (type === 'application/pdf') return isPdf(bytes)
  const [width = 0, height = 0] = pictureSizes[type]?.(bytes) ?? []
  return width > 0 && height > 0
}

/** Requires a cross-reference at `startxref` and a page. Encrypted files pass, because their pages are not visible. */
function isPdf(bytes: Buffer) {
  const tail = bytes.subarray(-PDF_TAIL_BYTES).toString('latin1')
  const [, offset] = /startxref\s{1,9}(\d{1,10})\s{1,9}%%EOF(?![\s\S]*startxref)/.exec(tail) ?? []
  if (offset === undefined) return false
  const start = Number(offset)
  const crossReference = bytes.subarray(start, start + 40).toString('latin1')
  if (!/^\s{0,9}(xref\s|\d{1,10} \d{1,5} obj)/.test(crossReference)) return false
  const text = bytes.toString('latin1')
  return hasPage(text) || text.includes('/Encrypt') || objectStreamsOf(bytes, text).some(hasPage)
}

const hasPage = (text: string) => /\/Type\s{0,9}\/Page(?![A-Za-z])/.test(text)

/** Since PDF 1.5, objects may be compressed together. */
function objectStreamsOf(bytes: Buffer, text: string): string[] {
  const streams = [...text.matchAll(/\/Type\s{0,9}\/ObjStm/g)].slice(0, MAX_OBJECT_STREAMS)
  return streams.map(({ index }) => {
    const at = text.indexOf('stream', index) + 'stream'.length
    const [lineEnd = ''] = /^\r?\n/.exec(text.slice(at, at + 2)) ?? []
    try {
      const content = bytes.subarray(at + lineEnd.length)
      return inflateSync(content, { maxOutputLength: MAX_INFLATED_BYTES }).toString('latin1')
    } catch {
      // Corrupt, too large or not deflated.
      return ''
    }
  })
}

type Size = [width: number, height: number]

const pictureSizes: Partial<Record<FileType, (bytes: Buffer) => Size | undefined>> = {
  'image/png': (bytes) =>
    bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
      ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      : undefined,
  'image/gif': (bytes) => (bytes.length >= 10 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : undefined),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

/** The size is in the first frame header, after segments of any length. */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  const format = bytes.toString('latin1', 12, 16)
  if (format === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (format === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (format !== 'VP8L' || bytes[20] !== 0x2f) return undefined
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}
