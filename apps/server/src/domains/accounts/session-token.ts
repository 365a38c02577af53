import { createHash } from 'node:crypto'

/** As it stands in the database (migration 0005 computes the same). */
export function hashOfSessionToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}
