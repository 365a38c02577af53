import * as z from 'zod/mini'

/** How long an archive can be downloaded. */
export const ARCHIVE_DAYS = 7

export const archive = z.object({
  id: z.uuid(),
  state: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.iso.datetime(),
  /** Null: someone who has deleted their account. */
  requestedBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  doneRows: z.int(),
  /** Null: not counted yet. */
  allRows: z.nullable(z.int()),
  /** In bytes, when it is ready. */
  size: z.nullable(z.int()),
  expiresAt: z.nullable(z.iso.datetime()),
})
export type Archive = z.infer<typeof archive>

/** The newest first. */
export const archiveList = z.object({ archives: z.array(archive) })
