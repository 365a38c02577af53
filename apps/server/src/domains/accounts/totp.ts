import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
/** Clock drift: accepts the previous and the next code, as better-auth does. */
const TOLERANCE = [1, 0, -1]

export function isAppCode(code: string) {
  return /^\d{6}$/.test(code)
}

/** The time step of a valid code (RFC 6238: SHA-1, six digits, 30 seconds). */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / STEP_MS)
  return TOLERANCE.map((distance) => current + distance).find((step) => computeCode(secret, step) === code)
}

function computeCode(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
