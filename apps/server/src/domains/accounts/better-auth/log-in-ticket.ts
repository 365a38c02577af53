import { Refusal } from '@sherpa/contracts/problem'

/** better-auth keeps the state between the two steps of a log-in in signed cookies. We have none: the browser carries them as a ticket. */
export function ticketFrom(headers: Headers) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const kept = cookies.filter((cookie) => /(two_factor|dont_remember)=./.test(cookie))
  return Buffer.from(kept.join('; '), 'latin1').toString('base64url')
}

/** Percent escapes of base64 only: any other may be malformed or a NUL, which PostgreSQL rejects. */
const SIGNED_COOKIES = /^(?:[\w.=;~ +/-]|%2B|%2F|%3D)+$/i

/** The cookies that a ticket was made from. */
export function cookiesOf(ticket: string) {
  const cookies = Buffer.from(ticket, 'base64url').toString('latin1')
  if (!SIGNED_COOKIES.test(cookies)) throw new Refusal('link-expired')
  return cookies
}

/** The name under which better-auth keeps the log-in that a ticket continues. */
export function waitingLogInOf(ticket: string) {
  const [, identifier = ''] = /two_factor=([^.;]+)/.exec(cookiesOf(ticket)) ?? []
  return decodeURIComponent(identifier)
}
