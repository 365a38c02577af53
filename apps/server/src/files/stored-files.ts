import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileType, MAX_FILE_BYTES } from '@sherpa/contracts/file'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database, Queryable } from '../persistence/database.ts'
import { query, rowsOf, run } from '../persistence/queries.ts'
import type { FileStore } from './file-store.ts'
import { typeWatch } from './recognize-type.ts'
import { sealing } from './sealed-bytes.ts'

/** Longer than any upload takes: what is not in use by then never will be. */
const ABANDONED_AFTER = '1 hour'
/** The same, for what we make ourselves. */
const UNFINISHED_AFTER = '1 day'
const SWEPT_AT_ONCE = 100

/** A file that has arrived whole, and is in the store. */
export type ReceivedFile = { key: string; type: FileType; size: number; sha256: Buffer }

/** Bytes of our own making. */
export type MadeFile = { key: string; size: number }
/** How much there can be of it, and what is said where there is more. */
type Limit = { mostBytes: number; refusal: ProblemCode }
const anyFile: Limit = { mostBytes: MAX_FILE_BYTES, refusal: 'file-over-limit' }

type Parts = { database: Database; store: FileStore; secret: string }

/** Files of organizations, encrypted in the store. Their rows belong to whoever keeps them. */
export function storedFiles({ database, store, secret }: Parts) {
  const { seal, open } = sealing(secret)

  /** Unless it is in use. If it cannot be said whether it is, because a connection broke, this waits until it can. */
  async function discard(key: string) {
    const leftover = query
      .updateTable('file_leftovers')
      .set({ due_at: sql<Date>`now()` })
      .where('storage_key', '=', key)
    if ((await run(database, leftover)) === 0) return
    await store.remove(key)
    await run(database, query.deleteFrom('file_leftovers').where('storage_key', '=', key))
  }

  async function underNewKey<Result>(abandonedAfter: string, work: (key: string) => Promise<Result>): Promise<Result> {
    const key = randomBytes(24).toString('hex')
    const due = sql<Date>`now() + ${abandonedAfter}::interval`
    await run(database, query.insertInto('file_leftovers').values({ storage_key: key, due_at: due }))
    try {
      return await work(key)
    } catch (error) {
      // Should that fail too, `sweep` does it later: what went wrong first is what matters.
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
      // Before the last part is written: what is refused is never whole in the store.
      if (size === 0) throw new Refusal('file-empty')
      type = watch.end()
    }
    await store.write(key, seal(watched(), { organization, key }))
    if (!type) throw new Error('The store did not read the file to its end.')
    return { key, type, size, sha256: hash.digest() }
  }

  return {
    /**
     * Takes a file in as it arrives, and then does what is to be done with it. If either fails, nothing is left of it. Should the
     * server be killed meanwhile, `sweep` removes what there is.
     */
    async receive<Result>(
      organization: string,
      upload: AsyncIterable<Buffer>,
      use: (file: ReceivedFile) => Promise<Result>,
      limit = anyFile,
    ): Promise<Result> {
      return underNewKey(ABANDONED_AFTER, async (key) => use(await write(organization, arriving(upload), key, limit)))
    },

    /** The same for what we make ourselves, of whatever size. */
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

    /** In the transaction that writes down whose file it is. */
    async keep(client: Queryable, { key }: Pick<MadeFile, 'key'>) {
      const kept = await run(client, query.deleteFrom('file_leftovers').where('storage_key', '=', key))
      if (kept !== 1) throw new Error('The file was swept away before it was in use.')
    },

    /** In the transaction that puts another in its place. */
    async leave(client: Queryable, key: string) {
      await run(client, query.insertInto('file_leftovers').values({ storage_key: key }))
    },

    /** Its beginning is read and proven before this is done, so that a damaged file is an error and not half an answer. */
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

    /** Removes the bytes of what is gone. */
    async sweep() {
      for (;;) {
        const due = await rowsOf(
          database,
          query
            .selectFrom('file_leftovers')
            .select('storage_key')
            .where('due_at', '<=', sql<Date>`now()`)
            .orderBy('due_at')
            .limit(SWEPT_AT_ONCE),
        )
        for (const { storage_key } of due) await discard(storage_key)
        if (due.length < SWEPT_AT_ONCE) return
      }
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

/** The client went away, or was cut off. */
class BrokenUpload extends Error {
  readonly statusCode = 400
}

export type StoredFiles = ReturnType<typeof storedFiles>
