import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'

/** HMAC signer for values that clients send back. The key is derived per purpose, so a signature is valid for one only. */
export function createSigner(secret: string, purpose: string, refusal: ProblemCode = 'not-found') {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest()
  return {
    sign(what: object) {
      const payload = Buffer.from(JSON.stringify(what)).toString('base64url')
      return `${payload}.${signatureOf(payload).toString('base64url')}`
    },
    read(text: string): unknown {
      const [payload = '', signature = ''] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(payload)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal(refusal)
      return JSON.parse(Buffer.from(payload, 'base64url').toString())
    },
  }
}
