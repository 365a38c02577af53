import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asStoreError, MissingObject, StoreUnavailable, withStoreErrors } from './store-errors.ts'

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

/** Files in a local folder. It is created here and never by a write: later, without it, a disk is not mounted. */
export function diskFiles(directory: string): FileStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Sharded by prefix: huge folders are slow to list and back up.
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key)
  const draftOf = (key: string) => `${pathOf(key)}.part`

  async function requireFolder() {
    await stat(directory).catch((cause) => {
      throw new StoreUnavailable('The folder of the file store is missing.', { cause })
    })
  }

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
        await requireFolder()
        await mkdir(dirname(draft), { mode: 0o700 }).catch(ignore('EEXIST'))
        await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, pathOf(key))
      } catch (error) {
        await rm(draft, { force: true })
        throw asStoreError(error)
      }
    },

    async read(key) {
      try {
        const file = await open(pathOf(key))
        return withStoreErrors(file.createReadStream())
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStoreError(error)
        await requireFolder()
        throw new MissingObject(key)
      }
    },

    size: sizeOf,

    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(draftOf(key), { force: true })
    },
  }
}

function ignore(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error
  }
}
