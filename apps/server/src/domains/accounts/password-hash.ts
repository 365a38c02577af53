import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's N: twice the OWASP minimum of memory, about 60 ms. */
const COST = 16_384
const BLOCK_SIZE = 16
const KEY_BYTES = 64

/** The hash includes its cost, which can be raised without resetting passwords. Tests use the lowest. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  const key = await deriveKey(password, salt, cost)
  return `${salt}:${key.toString('hex')}:${cost}`
}

/** Hashes without a cost come from better-auth, with the same parameters. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [salt = '', key = '', cost = COST] = hash.split(':')
  return timingSafeEqual(Buffer.from(key, 'hex'), await deriveKey(password, salt, Number(cost)))
}

function deriveKey(password: string, salt: string, cost: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 128 * (cost + 2) * BLOCK_SIZE * 2 }
  scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}
