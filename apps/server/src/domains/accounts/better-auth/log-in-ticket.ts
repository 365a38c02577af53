import { Refusal } from '@sherpa/contracts/problem'
import { makeSignature } from 'better-auth/crypto'
import type { Secrets } from '../../../secrets.ts'

/** better-auth keeps the state between both log-in steps in signed cookies. We send them as an opaque ticket. */
export function createTicket(headers: Headers) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const relevant = cookies.filter((cookie) => /(two_factor|dont_remember)=./.test(cookie))
  return Buffer.from(relevant.join('; '), 'latin1').toString('base64url')
}

/** Percent escapes of base64 only: any other may be malformed or a NUL, which PostgreSQL rejects. */
const SIGNED_COOKIES = /^(?:[\w.=;~ +/-]|%2B|%2F|%3D)+$/i

export function readCookies(ticket: string) {
  const cookies = Buffer.from(ticket, 'base64url').toString('latin1')
  if (!SIGNED_COOKIES.test(cookies)) throw new Refusal('link-expired')
  return cookies
}

/** better-auth accepts the current secret only. During a rotation another server may have signed with the other one. */
export async function signAgain(cookies: string, [current, ...others]: Secrets) {
  const signed = cookies.split('; ').map(async (cookie) => {
    const [, name = '', value = '', signature = ''] = /^([^=]*)=(.*)\.(.*)$/.exec(decodeURIComponent(cookie)) ?? []
    for (const secret of others) {
      if ((await makeSignature(value, secret)) !== signature) continue
      return `${name}=${encodeURIComponent(`${value}.${await makeSignature(value, current)}`)}`
    }
    return cookie
  })
  return (await Promise.all(signed)).join('; ')
}

/** better-auth's identifier of a log-in before its second step. */
export function readVerificationId(ticket: string) {
  const [, identifier = ''] = /two_factor=([^.;]+)/.exec(readCookies(ticket)) ?? []
  return decodeURIComponent(identifier)
}
