import { Refusal } from '@sherpa/contracts/problem'

/** Magic numbers of binary files: archives and workbooks, PDF, images, old Excel, gzip. */
const knownBinaries = ['504b0304', '25504446', '89504e47', 'ffd8ff', 'd0cf11e0', '1f8b']

/** Streams text from UTF-8 or UTF-16, with or without byte order mark, Windows-1252 or MacRoman. */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((bytes: Buffer, last: boolean) => string) | undefined
  let begun = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (decode) {
      yield withoutNulls(decode(chunk, false))
      continue
    }
    begun = Buffer.concat([begun, chunk])
    if (begun.length < 1024) continue
    decode = decoderFor(begun)
    yield withoutNulls(decode(begun, false))
  }
  if (!decode) {
    decode = decoderFor(begun)
    yield withoutNulls(decode(begun, false))
  }
  yield withoutNulls(decode(Buffer.alloc(0), true))
}

/** PostgreSQL rejects NUL in text. */
const withoutNulls = (text: string) => text.replaceAll('\0', '')

function decoderFor(start: Buffer) {
  const beginning = start.subarray(0, 4).toString('hex')
  if (knownBinaries.some((binary) => beginning.startsWith(binary))) throw new Refusal('not-a-table')
  const utf16 = utf16Of(start)
  if (utf16) {
    const decoder = new TextDecoder(utf16)
    return (bytes: Buffer, last: boolean) => decoder.decode(bytes, { stream: !last })
  }
  if (start.subarray(0, 1024).includes(0)) throw new Refusal('not-a-table')
  return utf8OrLegacy()
}

/** By byte order mark, or because every second byte of ASCII text is zero. */
function utf16Of(start: Buffer) {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, 512)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const many = sample.length / 4
  const [even = 0, odd = 0] = zeros
  return odd > many && even === 0 ? 'utf-16le' : even > many && odd === 0 ? 'utf-16be' : undefined
}

/**
 * UTF-8; switches to Windows-1252 or MacRoman if an invalid byte comes before any valid character beyond ASCII. Otherwise
 * only that byte is lost.
 */
function utf8OrLegacy() {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8')
  let used: TextDecoder = strict
  let isPlain = true
  let held = Buffer.alloc(0)
  return (chunk: Buffer, last: boolean) => {
    const bytes = Buffer.concat([held, chunk])
    const isUtf8 = used === strict || used === lenient
    const whole = last || !isUtf8 ? bytes.length : endOfWholeCharacters(bytes)
    held = Buffer.from(bytes.subarray(whole))
    const complete = bytes.subarray(0, whole)
    try {
      const text = used.decode(complete)
      if (used === strict && complete.some((byte) => byte >= 0x80)) isPlain = false
      return text
    } catch {
      const isMostlyUtf8 = countUtf8(complete) > 0
      used = isPlain && !isMostlyUtf8 ? new TextDecoder(isMacRoman(complete) ? 'macintosh' : 'windows-1252') : lenient
      return used.decode(complete)
    }
  }
}

/** Characters of several bytes that are valid UTF-8. */
function countUtf8(bytes: Buffer) {
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.replace(/[\0-\x7f\ufffd]/g, '').length
}

/**
 * In MacRoman, accented letters are 0x80 to 0x9F; in Windows-1252 these are signs, and letters start at 0xC0. Letters
 * beside a byte tell that it is one.
 */
function isMacRoman(bytes: Buffer) {
  const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
  const isApostrophe = (byte: number) => byte === 0x92 || byte === 0x91 || byte === 0x96 || byte === 0x97
  let mac = 0
  let windows = 0
  for (const [at, byte] of bytes.entries()) {
    const isInWord = isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])
    if (byte >= 0x80 && byte <= 0x9f && isInWord && !isApostrophe(byte)) mac++
    if (byte >= 0xc0 && isInWord) windows++
  }
  return mac > windows
}

/** A UTF-8 character has at most four bytes: one that starts in the last three may continue in the next chunk. */
function endOfWholeCharacters(bytes: Buffer) {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 4); at--) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return at
  }
  return bytes.length
}
