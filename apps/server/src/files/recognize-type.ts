import { endingOf, type FileType, fileTypes, fitsName } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { officeWatch } from './office-type.ts'

/** Covers all magic numbers. */
const HEAD_BYTES = 16

const signatures: [at: number, bytes: string | RegExp, type: FileType][] = [
  [0, '%PDF-', 'application/pdf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, /^GIF8[79]a/, 'image/gif'],
  [0, /^RIFF.{4}WEBP/s, 'image/webp'],
  // MP4 brands only: HEIC images and QuickTime share the signature.
  [4, /^ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)/, 'video/mp4'],
]

/** Detects the type of a streamed file. Refuses unknown types early. */
export function typeWatch() {
  let head = Buffer.alloc(0)
  let seen: FileType | 'zip' | undefined
  const office = officeWatch()
  const text = new TextDecoder('utf-8', { fatal: true })

  function look(bytes: Buffer) {
    if (seen === 'zip') office.add(bytes)
    if (seen === 'text/plain') requireText(() => text.decode(bytes, { stream: true }))
  }

  return {
    add(bytes: Buffer) {
      if (seen) return look(bytes)
      head = Buffer.concat([head, bytes])
      if (head.length < HEAD_BYTES) return
      seen = detectSignature(head)
      look(head)
    },

    end(): FileType {
      if (!seen) {
        seen = detectSignature(head)
        look(head)
      }
      if (seen === 'text/plain') requireText(() => text.decode())
      return seen === 'zip' ? office.end() : seen
    },
  }
}

/** The extension decides between text and tables. Refuses an extension that does not match the bytes. */
export function typeNamed(recognized: FileType, name: string): FileType {
  const type = recognized === 'text/plain' && endingOf(name) === 'csv' ? 'text/csv' : recognized
  if (!fitsName(type, name)) throw new Refusal('file-misnamed')
  return type
}

/** Adds the type's extension unless the name has a matching one. */
export function withEnding(name: string, type: FileType) {
  return fitsName(type, name) ? name : `${name}.${fileTypes[type].endings[0]}`
}

function detectSignature(head: Buffer): FileType | 'zip' {
  const text = head.toString('latin1')
  const known = signatures.find(([at, bytes]) =>
    typeof bytes === 'string' ? text.startsWith(bytes, at) : bytes.test(text.slice(at)),
  )
  if (known) return known[2]
  return text.startsWith('PK\x03\x04') ? 'zip' : 'text/plain'
}

/** Refuses binary data: text has no control characters except tabs and line breaks. */
function requireText(decode: () => string) {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: detects control characters.
    if (!/[\0-\x08\x0b\x0e-\x1f]/.test(decode())) return
  } catch {
    // Not UTF-8.
  }
  throw new Refusal('file-type-not-allowed')
}
