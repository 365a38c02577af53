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

export function pagePolicy(inline: { scriptHashes: string[]; styleHashes: string[] }) {
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.scriptHashes.join(' ')}`,
    `style-src 'self' ${inline.styleHashes.join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
