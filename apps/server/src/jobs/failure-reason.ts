import pg from 'pg'
import { z } from 'zod'

/** A job that ended its server each time, as far as anyone can tell. */
export class Interrupted extends Error {}

/** What our staff reads. Messages of errors may repeat what belongs to somebody: those are in the log only. */
export function failureReason(error: unknown) {
  if (error instanceof Interrupted) return 'The server stopped while this was running.'
  if (error instanceof z.core.$ZodError) return 'Its data could not be read.'
  if (error instanceof pg.DatabaseError) {
    return `The database refused it (${[error.code, error.constraint].filter(Boolean).join(', ')}).`
  }
  const { code, name } = error as { code?: unknown; name?: unknown }
  return `It failed (${code ?? name ?? 'unknown error'}).`
}
