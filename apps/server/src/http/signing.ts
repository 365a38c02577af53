import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { deriveKeys, type Secrets } from '../secrets.ts'

/** HMAC signer for values that clients send back. The key is derived per purpose, so a signature is valid for one only. */
export function createSigner(secrets: Secrets, purpose: string, refusal: ProblemCode = 'not-found') {
  const keys = deriveKeys(secrets, purpose)
  const signatureOf = (payload: string, key: Buffer) => createHmac('sha256', key).update(payload).digest()
  return {
    sign(what: object) {
      const payload = Buffer.from(JSON.stringify(what)).toString('base64url')
      return `${payload}.${signatureOf(payload, keys[0]).toString('base64url')}`
    },
    read(text: string): unknown {
      const [payload = '', signature = ''] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      if (!keys.some((key) => isSame(given, signatureOf(payload, key)))) throw new Refusal(refusal)
      return JSON.parse(Buffer.from(payload, 'base64url').toString())
    },
  }
}

/** In constant time. */
export function isSame(given: Buffer, expected: Buffer) {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
