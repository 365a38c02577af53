/** The redirect target after log-in. Only same-origin paths, to prevent open redirects. */
export function nextAddress(search: string, origin: string) {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/')) return '/'
  // Parsed by the browser: "//evil.example" and "/\evil.example" are other origins.
  if (!URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // The normalized path must not be one either: "/.//evil.example".
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** Adds the redirect target to an address. */
export function withNext(address: string, next: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...(next !== '/' && { next }), ...more }).toString()
  return query ? `${address}?${query}` : address
}
