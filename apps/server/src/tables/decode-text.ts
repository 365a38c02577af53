import { Refusal } from '@sherpa/contracts/problem'

/** Magic numbers of binary files: archives and workbooks, PDF, images, old Excel, gzip. */
const knownBinaries = ['504b0304', '25504446', '89504e47', 'ffd8ff', 'd0cf11e0', '1f8b']

/** Streams text from UTF-8 or UTF-16, with or without byte order mark, or Windows-1252. */
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
  return utf8OrWindows()
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

/** UTF-8; falls back to Windows-1252 at the first invalid byte if all text before was ASCII. */
function utf8OrWindows() {
  const windows = new TextDecoder('windows-1252')
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8')
  let used: TextDecoder = strict
  let isPlain = true
  let held = Buffer.alloc(0)
  return (chunk: Buffer, last: boolean) => {
    const bytes = Buffer.concat([held, chunk])
    const whole = last ? bytes.length : endOfWholeCharacters(bytes)
    held = Buffer.from(bytes.subarray(whole))
    const complete = bytes.subarray(0, whole)
    try {
      const text = used.decode(complete)
      if (used === strict && complete.some((byte) => byte >= 0x80)) isPlain = false
      return text
    } catch {
      used = isPlain ? windows : lenient
      return used.decode(complete)
    }
  }
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
