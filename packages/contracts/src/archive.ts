import * as z from 'zod/mini'

/** How long an archive can be downloaded. */
export const ARCHIVE_DAYS = 7

export const archive = z.object({
  id: z.uuid(),
  state: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.iso.datetime(),
  /** Null: a deleted account. */
  requestedBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  doneRows: z.int(),
  /** Null: not counted yet. */
  totalRows: z.nullable(z.int()),
  /** In bytes, once ready. */
  size: z.nullable(z.int()),
  expiresAt: z.nullable(z.iso.datetime()),
})
export type Archive = z.infer<typeof archive>

/** Newest first. */
export const archiveList = z.object({ archives: z.array(archive) })
