import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where bytes are kept, each under a random key. */
export type FileStore = {
  /** All of it is kept when this is done; if it fails, nothing is. */
  write(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Refuses if there is nothing under the key. */
  read(key: string): Promise<Readable>
  /** Also where there is nothing, or only the beginning of a file that a server was killed over. */
  remove(key: string): Promise<void>
}

/** Files in a folder of this machine. The folder is made with the first file. */
export function diskFiles(directory: string): FileStore {
  // Folders with very many files are slow to back up and to look through.
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key)
  const draftOf = (key: string) => `${pathOf(key)}.part`

  return {
    async write(key, bytes) {
      const draft = draftOf(key)
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      try {
        await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, pathOf(key))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(key) {
      await stat(pathOf(key))
      return createReadStream(pathOf(key))
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(draftOf(key), { force: true })
    },
  }
}
