import pg from 'pg'
import { z } from 'zod'

/** The server stopped during the last attempt, probably because of the job. */
export class Interrupted extends Error {}

/** Reason shown to staff, without the error message: it may contain personal data and is only logged. */
export function failureReason(error: unknown) {
  if (error instanceof Interrupted) return 'The server stopped while this was running.'
  if (error instanceof z.core.$ZodError) return 'Its data could not be read.'
  if (error instanceof pg.DatabaseError) {
    return `The database refused it (${[error.code, error.constraint].filter(Boolean).join(', ')}).`
  }
  const { code, name } = error as { code?: unknown; name?: unknown }
  return `It failed (${code ?? name ?? 'unknown error'}).`
}
