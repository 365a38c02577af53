import { useRef } from 'react'

/** A retry of the same request keeps its key; another request gets a new one. */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  return (request: unknown) => {
    const content = JSON.stringify(request)
    if (last.current?.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }
}

/** `crypto.randomUUID` is missing without HTTPS. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
