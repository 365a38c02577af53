import pg from 'pg'
import { z } from 'zod'

/** The server stopped during the last attempt, probably because of the job. */
export class Interrupted extends Error {}

/** Failures that the log names; the rest are counted. */
const MOST_NAMED = 20

/**
 * Some items failed, and all others are done. The job is logged, retried and listed for staff. Without messages of the
 * errors, which may contain personal data.
 */
export class ItemsFailed extends Error {
  constructor(failed: readonly { item: string; error: unknown }[], items: number) {
    super(`${failed.length} of ${items} items failed`)
    this.name = 'ItemsFailed'
    this.stack = failed
      .slice(0, MOST_NAMED)
      .map(({ item, error }) => [`${item}: ${failureReason(error)}`, ...framesOf(error)].join('\n'))
      .join('\n')
  }
}

/** Reason shown to staff, without the error message: it may contain personal data and is only logged. */
export function failureReason(error: unknown) {
  if (error instanceof Interrupted) return 'The server stopped while this was running.'
  if (error instanceof ItemsFailed) return `${error.message}.`
  if (error instanceof z.core.$ZodError) return 'Its data could not be read.'
  if (error instanceof pg.DatabaseError) {
    return `The database refused it (${[error.code, error.constraint].filter(Boolean).join(', ')}).`
  }
  const { code, name } = error as { code?: unknown; name?: unknown }
  return `It failed (${code ?? name ?? 'unknown error'}).`
}

/** Where it failed. The lines before repeat the message. */
function framesOf(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const lines =
    error instanceof ItemsFailed ? stack.split('\n') : stack.split('\n').filter((line) => /^ +at /.test(line))
  return lines.slice(0, 5)
}
