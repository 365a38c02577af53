import { endingOf, type FileType, fileTypes, fitsName } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'

/** Enough to tell all types apart by how they begin. */
const HEAD_BYTES = 16
/** Zip files list what is in them at their end. Ours need much less: a presentation with a thousand pictures has 100 kB of it. */
const TAIL_BYTES = 1024 * 1024

const beginnings: [at: number, bytes: string | RegExp, type: FileType][] = [
  [0, '%PDF-', 'application/pdf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, /^GIF8[79]a/, 'image/gif'],
  [0, /^RIFF.{4}WEBP/s, 'image/webp'],
  // Brands of MP4: pictures and QuickTime films begin in the same way.
  [4, /^ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)/, 'video/mp4'],
]

const officeTypes: Record<string, FileType> = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** Looks at a file as it passes, and tells its type in the end. Refuses as soon as it is none of ours. */
export function typeWatch() {
  let head = Buffer.alloc(0)
  let seen: FileType | 'zip' | undefined
  const tail = lastBytes()
  const text = new TextDecoder('utf-8', { fatal: true })

  function look(bytes: Buffer) {
    if (seen === 'zip') tail.add(bytes)
    if (seen === 'text/plain') requireText(() => text.decode(bytes, { stream: true }))
  }

  return {
    add(bytes: Buffer) {
      if (seen) return look(bytes)
      head = Buffer.concat([head, bytes])
      if (head.length < HEAD_BYTES) return
      seen = beginningOf(head)
      look(head)
    },

    end(): FileType {
      if (!seen) {
        seen = beginningOf(head)
        look(head)
      }
      if (seen === 'text/plain') requireText(() => text.decode())
      return seen === 'zip' ? officeTypeOf(tail.all()) : seen
    },
  }
}

/** By the bytes; of types that look alike, such as text and tables, by the name. Refuses if the two do not fit. */
export function typeNamed(recognized: FileType, name: string): FileType {
  const type = recognized === 'text/plain' && endingOf(name) === 'csv' ? 'text/csv' : recognized
  if (!fitsName(type, name)) throw new Refusal('file-misnamed')
  return type
}

/** Leaves the ending as it was, where the name has none that fits. */
export function withEnding(name: string, type: FileType) {
  return fitsName(type, name) ? name : `${name}.${fileTypes[type].endings[0]}`
}

function beginningOf(head: Buffer): FileType | 'zip' {
  const text = head.toString('latin1')
  const known = beginnings.find(([at, bytes]) =>
    typeof bytes === 'string' ? text.startsWith(bytes, at) : bytes.test(text.slice(at)),
  )
  if (known) return known[2]
  return text.startsWith('PK\x03\x04') ? 'zip' : 'text/plain'
}

/** What is neither known nor text is refused: other control characters than tabs and line breaks are in no text. */
function requireText(decode: () => string) {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    if (!/[\0-\x08\x0b\x0e-\x1f]/.test(decode())) return
  } catch {
    // Not UTF-8.
  }
  throw new Refusal('file-type-not-allowed')
}

/** The end of what was added. */
function lastBytes() {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add(bytes: Buffer) {
      chunks.push(bytes)
      length += bytes.length
      while (length - (chunks[0]?.length ?? 0) >= TAIL_BYTES) length -= chunks.shift()?.length ?? 0
    },
    all: () => Buffer.concat(chunks),
  }
}

function officeTypeOf(tail: Buffer): FileType {
  const names = namesInZip(tail)
  const [type] = names.flatMap((name) => officeTypes[name] ?? [])
  if (!type || !names.includes('[Content_Types].xml')) throw new Refusal('file-type-not-allowed')
  if (names.some((name) => name.endsWith('vbaProject.bin'))) throw new Refusal('file-has-macros')
  return type
}

/** From the list at the end of a zip file: an entry is 46 bytes, and its name, extra field and comment, of the lengths that it says. */
function namesInZip(tail: Buffer): string[] {
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1 || end + 22 > tail.length) return []
  const names: string[] = []
  let at = end - tail.readUInt32LE(end + 12)
  while (at >= 0 && at + 46 <= end && tail.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [name, extra, comment] = [28, 30, 32].map((field) => tail.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    names.push(tail.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}
