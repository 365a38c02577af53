import { sql } from 'kysely'
import type { StoredFiles } from '../../files/stored-files.ts'
import { defineJob, every } from '../../jobs/job.ts'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import { archiveJob, expiryAfter } from './archives.ts'
import { rowsToWrite, writeArchive } from './write-archive.ts'

/** How often the progress is written down at most. */
const TOLD_EVERY_MS = 1000

export type ArchiveJobParts = {
  database: Database
  clock: () => Date
  files: Pick<StoredFiles, 'make' | 'keep' | 'read' | 'sweep'>
  archiveParts: readonly ArchivePart[]
}

export function archiveJobs({ database, clock, files, archiveParts }: ArchiveJobParts) {
  async function prepare(organization: string, id: string) {
    const note = (change: { all_rows?: number; done_rows?: number; state?: 'preparing' | 'failed' }) =>
      run(database, archive(organization, id).set({ ...change, worked_on_at: sql<Date>`now()` }))
    // Removed meanwhile, or with its organization.
    if ((await note({ state: 'preparing', done_rows: 0 })) === 0) return
    // Not `inTransaction`: while this connection reads everything as it was at one moment, others note how far it is.
    const client = await database.connect()
    try {
      // It is idle while the store takes the files.
      await client.query(
        'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
      )
      const now = clock()
      const { name } = await oneRowOf(
        client,
        query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', organization),
      )
      const source = { client, organization, parts: archiveParts }
      await note({ all_rows: await rowsToWrite(source) })
      const bytes = writeArchive({
        ...source,
        organizationName: name,
        now,
        readFile: (key) => files.read(organization, key),
        onRows: progress((done_rows) => note({ done_rows })),
      })
      await files.make(organization, bytes, (made) =>
        inTransaction(database, async (other) => {
          await files.keep(other, made)
          const ready = {
            state: 'ready',
            storage_key: made.key,
            size: String(made.size),
            expires_at: expiryAfter(now),
          } as const
          await run(other, archive(organization, id).set(ready))
        }),
      )
    } catch (error) {
      await note({ state: 'failed' })
      throw error
    } finally {
      // It has changed nothing; a connection that is in the middle of something is not given to anyone else.
      client.release(true)
    }
  }

  return [
    defineJob({
      ...archiveJob,
      title: 'Prepare an archive of an organization’s data',
      retry: { attempts: 3, firstWaitSeconds: 30 },
      run: ({ organization, archive: id }) => prepare(organization, id),
    }),
    every('1 hour', {
      name: 'forget-old-archives',
      title: 'Remove expired archives',
      run: () => database.query('select forget_old_archives()'),
    }),
  ]
}

const archive = (organization: string, id: string) =>
  query.updateTable('archives').where('organization_id', '=', organization).where('id', '=', id)

function progress(tell: (done: number) => Promise<unknown>) {
  let done = 0
  let toldAt = 0
  return async (count: number) => {
    done += count
    if (Date.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = Date.now()
    await tell(done)
  }
}
