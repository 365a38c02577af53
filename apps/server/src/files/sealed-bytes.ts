import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * A sealed file begins with a random salt; then come parts of 64 KiB, each encrypted with AES-256-GCM and followed by its tag.
 * Parts are numbered and the last one is marked, by their nonces: none can be changed, left out, moved or cut off unnoticed, and no
 * byte is handed out before its part is proven. The key is made from the server's secret, the organization, the storage key and the
 * salt: each file has one of its own, so that nonces never meet, and no file can take the place of another.
 */
const PART_BYTES = 64 * 1024
const TAG_BYTES = 16
const SALT_BYTES = 32
const CIPHER = 'aes-256-gcm'

/** Whose file it is, and where it is kept. */
export type SealedFor = { organization: string; key: string }

/** The bytes are not what was sealed: changed, cut off, another file, or sealed with another secret. */
export class BrokenSeal extends Error {
  constructor() {
    super('A stored file is damaged, or was encrypted with another secret.')
  }
}

export function sealing(secret: string) {
  const keyOf = ({ organization, key }: SealedFor, salt: Buffer) => {
    const ofOrganization = hkdfSync('sha256', secret, organization, 'files of an organization', 32)
    return Buffer.from(hkdfSync('sha256', Buffer.from(ofOrganization), salt, `file ${key}`, 32))
  }

  return {
    async *seal(bytes: AsyncIterable<Buffer>, file: SealedFor): AsyncGenerator<Buffer> {
      const salt = randomBytes(SALT_BYTES)
      const key = keyOf(file, salt)
      yield salt
      for await (const { part, number, last } of partsOf(bytes, PART_BYTES)) {
        const cipher = createCipheriv(CIPHER, key, nonceOf(number, last))
        yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
      }
    },

    async *open(sealed: AsyncIterable<Buffer>, file: SealedFor): AsyncGenerator<Buffer> {
      const { head, rest } = await splitAt(SALT_BYTES, sealed)
      const key = keyOf(file, head)
      for await (const { part, number, last } of partsOf(rest, PART_BYTES + TAG_BYTES)) {
        if (part.length < TAG_BYTES) throw new BrokenSeal()
        const decipher = createDecipheriv(CIPHER, key, nonceOf(number, last), { authTagLength: TAG_BYTES })
        decipher.setAuthTag(part.subarray(-TAG_BYTES))
        try {
          yield Buffer.concat([decipher.update(part.subarray(0, -TAG_BYTES)), decipher.final()])
        } catch {
          throw new BrokenSeal()
        }
      }
    },
  }
}

function nonceOf(number: number, last: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 0)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** Parts of one size; the last one has what is left, and there always is one. */
async function* partsOf(bytes: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of bytes) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    // Of a full part it is known that it is not the last one only when more has come.
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
