import { copyFile, stat, truncate } from 'node:fs/promises'

const MAX_LOG_BYTES = 10_000_000

/** PostgreSQL appends to the file that pg_ctl opened, so it is copied and truncated in place. One old copy is kept. */
export async function rotateLog(log: string, maxBytes = MAX_LOG_BYTES) {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size < maxBytes) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}
