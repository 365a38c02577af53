import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { BadSetting } from '../config.ts'
import type { Bucket } from './bucket-client.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles, type FileStore } from './file-store.ts'
import { StoreUnavailable } from './store-errors.ts'

type Settings = { bucket: Bucket | undefined; directory: string; warn: (message: string) => void }

/** The bucket, once it has proven that it works, or the folder. */
export async function openFileStore({ bucket, directory, warn }: Settings): Promise<FileStore> {
  if (!bucket) return diskFiles(directory)
  const store = bucketFiles(bucket)
  try {
    await checkStore(store, bucket)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    if (error.isRefusal) {
      throw new BadSetting(`${error.message} Check FILES_BUCKET_URL, its keys, their rights and FILES_REGION.`)
    }
    // Everything but files works without it.
    warn(`${error.message} Files are unavailable until it answers.`)
  }
  return store
}

/** Writes, reads and removes a small object: all that serving needs. A read-only store is only asked for one. */
export async function checkStore(store: FileStore, { readOnly = false }: Pick<Bucket, 'readOnly'>) {
  const key = `check-${randomUUID()}`
  if (readOnly) return void (await store.size(key))
  const content = Buffer.from(key)
  await store.write(key, Readable.from([content]))
  const found = Buffer.concat(await (await store.read(key)).toArray())
  await store.remove(key)
  if (!found.equals(content))
    throw new StoreUnavailable('The file store returned other bytes than it was given.', { isRefusal: true })
}

/** Servers with a folder each do not find each other's files. */
export function warnAboutFolder({ servers, hasBucket }: { servers: number; hasBucket: boolean }): string | undefined {
  if (hasBucket || servers < 2) return undefined
  return `${servers} servers share this database and FILES_BUCKET_URL is not set: their DATA_DIRECTORY/files must be one shared folder.`
}
