import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileType, MAX_FILE_BYTES } from '@sherpa/contracts/file'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { forEachOf } from '../jobs/for-each-of.ts'
import type { Database, Queryable } from '../persistence/database.ts'
import { query, rowsOf, run } from '../persistence/queries.ts'
import type { Secrets } from '../secrets.ts'
import type { FileStore } from './file-store.ts'
import { typeWatch } from './recognize-type.ts'
import { createFileCipher } from './sealed-bytes.ts'

/** Longer than any upload takes: bytes that are not kept by then never will be. */
const ABANDONED_AFTER = '1 hour'
/** The same for generated files. */
const UNFINISHED_AFTER = '1 day'

/** Completely uploaded file in the store. */
export type ReceivedFile = { key: string; type: FileType; size: number; sha256: Buffer }

/** Generated file in the store. */
export type MadeFile = { key: string; size: number }
/** Maximum size, with the refusal for larger files. */
type Limit = { mostBytes: number; refusal: ProblemCode }
const anyFile: Limit = { mostBytes: MAX_FILE_BYTES, refusal: 'file-over-limit' }

type Parts = { database: Database; store: FileStore; secrets: Secrets }

/** Encrypted files of organizations. Domains own the rows that refer to them. */
export function createFileStorage({ database, store, secrets }: Parts) {
  const { seal, open } = createFileCipher(secrets)

  /** Removes the bytes unless they are kept. The update blocks until a concurrent `keep` commits or rolls back. */
  async function discard(key: string) {
    const leftover = query
      .updateTable('orphaned_files')
      .set({ due_at: sql<Date>`now()` })
      .where('storage_key', '=', key)
    if ((await run(database, leftover)) === 0) return
    await store.remove(key)
    await run(database, query.deleteFrom('orphaned_files').where('storage_key', '=', key))
  }

  async function underNewKey<Result>(abandonedAfter: string, work: (key: string) => Promise<Result>): Promise<Result> {
    const key = randomBytes(24).toString('hex')
    const due = sql<Date>`now() + ${abandonedAfter}::interval`
    await run(database, query.insertInto('orphaned_files').values({ storage_key: key, due_at: due }))
    try {
      return await work(key)
    } catch (error) {
      // If this fails, too, `sweep` cleans up later. The first error matters.
      await discard(key).catch(() => undefined)
      throw error
    }
  }

  async function write(
    organization: string,
    bytes: AsyncIterable<Buffer>,
    key: string,
    { mostBytes, refusal }: Limit,
  ): Promise<ReceivedFile> {
    const hash = createHash('sha256')
    const watch = typeWatch()
    let size = 0
    let type: FileType | undefined
    async function* watched() {
      for await (const chunk of bytes) {
        size += chunk.length
        if (size > mostBytes) throw new Refusal(refusal)
        watch.add(chunk)
        hash.update(chunk)
        yield chunk
      }
      // Checked before the last part is written, so a refused file is never complete.
      if (size === 0) throw new Refusal('file-empty')
      type = watch.end()
    }
    await store.write(key, seal(watched(), { organization, key }))
    if (!type) throw new Error('The store did not read the file to its end.')
    return { key, type, size, sha256: hash.digest() }
  }

  return {
    /** Streams an upload into the store, then calls `use`. A failure removes the bytes; after a crash, `sweep` does. */
    async receive<Result>(
      organization: string,
      upload: AsyncIterable<Buffer>,
      use: (file: ReceivedFile) => Promise<Result>,
      limit = anyFile,
    ): Promise<Result> {
      return underNewKey(ABANDONED_AFTER, async (key) => use(await write(organization, arriving(upload), key, limit)))
    },

    /** The same for generated files, without a size limit. */
    make<Result>(
      organization: string,
      bytes: AsyncIterable<Buffer>,
      use: (file: MadeFile) => Promise<Result>,
    ): Promise<Result> {
      return underNewKey(UNFINISHED_AFTER, async (key) => {
        let size = 0
        async function* counted() {
          for await (const chunk of bytes) {
            size += chunk.length
            yield chunk
          }
        }
        await store.write(key, seal(counted(), { organization, key }))
        return use({ key, size })
      })
    },

    /** Call in the transaction that inserts the referring row. */
    async keep(client: Queryable, { key }: Pick<MadeFile, 'key'>) {
      const kept = await run(client, query.deleteFrom('orphaned_files').where('storage_key', '=', key))
      if (kept !== 1) throw new Error('The file was swept away before it was in use.')
    },

    /** Call in the transaction that replaces the file. */
    async leave(client: Queryable, key: string) {
      await run(client, query.insertInto('orphaned_files').values({ storage_key: key }))
    },

    /** Verifies the first part before returning, so that a corrupt file is an error and not a partial response. */
    async read(organization: string, key: string): Promise<Readable> {
      const opened = open(await store.read(key), { organization, key })
      const first = await opened.next()
      return Readable.from(
        (async function* () {
          if (!first.done) yield first.value
          yield* opened
        })(),
      )
    },

    /** Garbage collection of orphaned bytes. */
    async sweep() {
      const due = await rowsOf(
        database,
        query
          .selectFrom('orphaned_files')
          .select('storage_key')
          .where('due_at', '<=', sql<Date>`now()`)
          .orderBy('due_at'),
      )
      await forEachOf(
        due.map(({ storage_key }) => storage_key),
        discard,
      )
    },
  }
}
async function* arriving(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* upload
  } catch {
    throw new BrokenUpload()
  }
}

/** The client disconnected or was too slow. */
class BrokenUpload extends Error {
  readonly statusCode = 400
}

export type StoredFiles = ReturnType<typeof createFileStorage>
