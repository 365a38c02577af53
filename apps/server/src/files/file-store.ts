import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asStoreError, MissingObject, StoreUnavailable } from './store-errors.ts'

/** Blob storage by random key. */
export type FileStore = {
  /** Atomic: stores all bytes or none. */
  write(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Throws MissingObject for an unknown key. */
  read(key: string): Promise<Readable>
  /** In bytes; undefined for an unknown key. */
  size(key: string): Promise<number | undefined>
  /** Idempotent; also removes partial files of a crashed server. */
  remove(key: string): Promise<void>
}

/** Files in a local folder, created with the first file. */
export function diskFiles(directory: string): FileStore {
  // Sharded by prefix: huge folders are slow to list and back up.
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key)
  const draftOf = (key: string) => `${pathOf(key)}.part`

  async function sizeOf(key: string) {
    try {
      return (await stat(pathOf(key))).size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw asStoreError(error)
    }
  }

  return {
    async write(key, bytes) {
      const draft = draftOf(key)
      try {
        await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
        await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, pathOf(key))
      } catch (error) {
        await rm(draft, { force: true })
        throw asStoreError(error)
      }
    },

    async read(key) {
      if ((await sizeOf(key)) !== undefined) return createReadStream(pathOf(key))
      // Without its folder, a disk is not mounted: the files are not lost.
      await stat(directory).catch((cause) => {
        throw new StoreUnavailable('The folder of the file store is missing.', { cause })
      })
      throw new MissingObject(key)
    },

    size: sizeOf,

    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(draftOf(key), { force: true })
    },
  }
}
