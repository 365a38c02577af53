import { createHash } from 'node:crypto'
import { inParallel } from '../in-parallel.ts'
import type { Secrets } from '../secrets.ts'
import type { FileStore } from './file-store.ts'
import { createFileCipher, type SealedFor } from './sealed-bytes.ts'

export type StoredFile = SealedFor & { sha256: Buffer | null }

const CONCURRENCY = 4

/** Reads stored files to their end, each once, and compares them with their seal and their hash, if it is known. */
export function createFileCheck({ store, secrets }: { store: FileStore; secrets: Secrets }) {
  const { open } = createFileCipher(secrets)
  const checked = new Set<string>()

  async function check({ sha256, ...file }: StoredFile) {
    const hash = createHash('sha256')
    for await (const part of open(await store.read(file.key), file)) hash.update(part)
    if (sha256 && !hash.digest().equals(sha256)) throw new Error('its content has another hash than its row')
    checked.add(file.key)
  }

  return async (files: StoredFile[]) => {
    const failures: string[] = []
    await inParallel(
      files.filter(({ key }) => !checked.has(key)),
      CONCURRENCY,
      async (file) => {
        await check(file).catch((error) => failures.push(`${file.key}: ${error.message}`))
      },
    )
    return failures
  }
}
