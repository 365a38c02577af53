import { inParallel } from '../in-parallel.ts'
import type { Secrets } from '../secrets.ts'
import type { FileStore } from './file-store.ts'
import { BrokenSeal, createFileCipher, type SealedFor } from './sealed-bytes.ts'
import { MissingObject } from './store-errors.ts'

const CONCURRENCY = 4

type Parts = {
  store: FileStore
  secrets: Secrets
  findFiles: () => Promise<SealedFor[]>
}

/** Encrypts all files with the current secret. A next run skips those that are, after their first part. */
export async function reencryptFiles({ store, secrets, findFiles }: Parts) {
  const current = createFileCipher([secrets[0]])
  const { open, seal } = createFileCipher(secrets)
  const files = await findFiles()
  const reencrypted: string[] = []
  /** With any secret, so before as well. */
  const unreadable: string[] = []
  const failures: string[] = []

  async function isCurrent(file: SealedFor) {
    const opened = current.open(await store.read(file.key), file)
    try {
      await opened.next()
      return true
    } catch (error) {
      if (error instanceof BrokenSeal) return false
      throw error
    } finally {
      await opened.return(undefined)
    }
  }

  await inParallel(files, CONCURRENCY, async (file) => {
    try {
      if (await isCurrent(file)) return
      await store.write(file.key, seal(open(await store.read(file.key), file), file))
      reencrypted.push(file.key)
    } catch (error) {
      const isLost = error instanceof BrokenSeal || error instanceof MissingObject
      ;(isLost ? unreadable : failures).push(file.key)
    }
  })
  // Some may have been removed while they were written.
  const kept = new Set((await findFiles()).map(({ key }) => key))
  for (const key of reencrypted) if (!kept.has(key)) await store.remove(key)
  const isKept = (key: string) => kept.has(key)
  return {
    files: files.length,
    reencrypted: reencrypted.length,
    unreadable: unreadable.filter(isKept),
    failures: failures.filter(isKept),
  }
}
