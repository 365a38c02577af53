import * as z from 'zod/mini'
import { boundedString } from './text.ts'

/** ISO timestamp with UTC offset. PostgreSQL has no year 0. */
export const instant = (error?: string) =>
  boundedString(40, error).check(
    z.iso.datetime({ offset: true, abort: true, ...(error !== undefined && { error }) }),
    z.regex(/^[1-9]/, error),
  )
