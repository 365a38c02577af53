import { createHash } from 'node:crypto'
/** Sent with every answer, whatever it is. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
}

/** For answers that are not pages: nothing in them may be run, shown in a frame or loaded from. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Two years, as the preload lists ask. Only sent over HTTPS, where it means something. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains; preload'

/** More for the platform's pages, whose addresses may hold one-time links. */
export const platformHeaders = { 'Referrer-Policy': 'no-referrer' }

/** A style or script that stands in its page, as a policy names it. */
export function sourceOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

type Allowed = {
  scriptHashes: string[]
  styleHashes: string[]
  foreignOrigins: { connect: string[]; media: string[] }
  /** Scripts cannot turn text into scripts. */
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
