import { createHash } from 'node:crypto'
/** For every response. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
}

/** For responses that are not pages: they load and run nothing and cannot be framed. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Sent over HTTPS only. Without `preload`: browsers would keep whole domains, which may not be ours alone, for years. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains'

/** URLs of platform pages may contain one-time links. */
export const platformHeaders = { 'Referrer-Policy': 'no-referrer' }

/** Content-Security-Policy source of an inline style or script. */
export function sourceOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

type Allowed = {
  scriptHashes: string[]
  styleHashes: string[]
  foreignOrigins: { connect: string[]; media: string[] }
  /** Blocks DOM injection sinks. */
  trustedTypes: boolean
}

export function pagePolicy({ scriptHashes, styleHashes, foreignOrigins, trustedTypes }: Allowed) {
  const own = (directive: string, ...others: string[]) => [directive, "'self'", ...others].join(' ')
  return [
    "default-src 'none'",
    own('script-src', ...scriptHashes),
    own('style-src', ...styleHashes),
    own('img-src'),
    own('font-src'),
    own('media-src', ...foreignOrigins.media),
    own('connect-src', ...foreignOrigins.connect),
    own('manifest-src'),
    own('form-action'),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(trustedTypes ? ["require-trusted-types-for 'script'"] : []),
  ].join('; ')
}
