import { Refusal } from '@sherpa/contracts/problem'

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

/** better-auth's identifier of a log-in before its second step. */
export function readVerificationId(ticket: string) {
  const [, identifier = ''] = /two_factor=([^.;]+)/.exec(readCookies(ticket)) ?? []
  return decodeURIComponent(identifier)
}
