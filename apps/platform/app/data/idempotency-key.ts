import { useRef } from 'react'

/** One key for each thing that is asked for: trying again after a failure keeps it, asking for something else makes a new one. */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  return (request: unknown) => {
    const content = JSON.stringify(request)
    if (last.current?.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }
}

/** Like randomUUID, which browsers keep from pages that are not served over HTTPS. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
