/** Where to go after logging in: only ever a path of our own, whatever a link asks for. */
export function nextAddress(search: string, origin: string) {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/')) return '/'
  // The browser's own reading decides: "//evil.example" and "/\evil.example" are other origins to it.
  if (!URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // And what is left of it must not be one: "/.//evil.example" would be.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** An address that returns here, or to where this one would have gone on to. */
export function withNext(address: string, next: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...(next !== '/' && { next }), ...more }).toString()
  return query ? `${address}?${query}` : address
}
