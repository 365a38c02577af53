import * as z from 'zod/mini'
import { boundedString } from './text.ts'

/** ISO timestamp with UTC offset. */
export const instant = (error?: string) =>
  boundedString(40, error).check(z.iso.datetime({ offset: true, ...(error !== undefined && { error }) }))
