import { createHash } from 'node:crypto'

/** SHA-256 of canonical JSON, so key order does not matter. */
export function hashOf(content: object) {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
