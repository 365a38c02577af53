import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deriveKeys, type Secrets } from '../secrets.ts'

/*
 * Streaming authenticated encryption: a random salt, then parts of 64 KiB in AES-256-GCM, each followed by its tag.
 * Nonces hold the part number and a last-part flag, so tampering, reordering and truncation are detected.
 * No byte is emitted before its part is verified. Each file has its own key, derived with HKDF from the server's secret,
 * the organization, the storage key and the salt, so nonces never repeat and files cannot be swapped.
 */
const PART_BYTES = 64 * 1024
const TAG_BYTES = 16
const SALT_BYTES = 32
const CIPHER = 'aes-256-gcm'

/** Context that the key is bound to. */
export type SealedFor = { organization: string; key: string }

/** Decryption failed: tampered, truncated, another file or another secret. */
export class BrokenSeal extends Error {
  constructor() {
    super('A stored file is damaged, or was encrypted with another secret.')
  }
}

export function createFileCipher(secrets: Secrets) {
  const keysOf = ({ organization, key }: SealedFor, salt: Buffer) =>
    deriveKeys(secrets, 'files of an organization', organization).map((ofOrganization) =>
      Buffer.from(hkdfSync('sha256', ofOrganization, salt, `file ${key}`, 32)),
    ) as [Buffer, ...Buffer[]]

  return {
    async *seal(bytes: AsyncIterable<Buffer>, file: SealedFor): AsyncGenerator<Buffer> {
      const salt = randomBytes(SALT_BYTES)
      const [key] = keysOf(file, salt)
      yield salt
      for await (const { part, number, last } of splitParts(bytes, PART_BYTES)) {
        const cipher = createCipheriv(CIPHER, key, nonceOf(number, last))
        yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
      }
    },

    async *open(sealed: AsyncIterable<Buffer>, file: SealedFor): AsyncGenerator<Buffer> {
      const { head, rest } = await splitAt(SALT_BYTES, sealed)
      let keys: Buffer[] = keysOf(file, head)
      for await (const { part, number, last } of splitParts(rest, PART_BYTES + TAG_BYTES)) {
        if (part.length < TAG_BYTES) throw new BrokenSeal()
        const opened = keys.map((key) => ({ key, bytes: openPart(part, key, nonceOf(number, last)) }))
        const found = opened.find(({ bytes }) => bytes)
        if (!found?.bytes) throw new BrokenSeal()
        keys = [found.key]
        yield found.bytes
      }
    },
  }
}

/** Undefined: tampered, or sealed with another key. */
function openPart(part: Buffer, key: Buffer, nonce: Buffer) {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(part.subarray(-TAG_BYTES))
  const bytes = decipher.update(part.subarray(0, -TAG_BYTES))
  try {
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    return undefined
  }
}

function nonceOf(number: number, last: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 0)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** Splits into parts of one size. The last part may be shorter and always exists. */
async function* splitParts(bytes: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of bytes) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    // A full part may be the last one until more bytes arrive.
    while (waiting.length > size) {
      yield { part: waiting.subarray(0, size), number, last: false }
      waiting = waiting.subarray(size)
      number++
    }
  }
  yield { part: waiting, number, last: true }
}

async function splitAt(size: number, bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < size) {
    const { value, done } = await iterator.next()
    if (done) throw new BrokenSeal()
    head = Buffer.concat([head, value])
  }
  async function* rest() {
    yield head.subarray(size)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: head.subarray(0, size), rest: rest() }
}
