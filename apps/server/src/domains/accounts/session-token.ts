import { createHash } from 'node:crypto'

/** The stored form. Migration 0005 computes the same hash. */
export function hashOfSessionToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}
