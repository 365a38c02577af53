import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
/** Clocks differ a little: the code before and the one after count as well, as in the library that checks them. */
const TOLERANCE = [1, 0, -1]

/** Six digits are a code of the app; recovery codes look different. */
export function isAppCode(code: string) {
  return /^\d{6}$/.test(code)
}

/** The time step that a code of the authenticator app belongs to (RFC 6238: SHA-1, six digits, 30 seconds), if it is one. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / STEP_MS)
  return TOLERANCE.map((distance) => current + distance).find((step) => codeAt(secret, step) === code)
}

function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
