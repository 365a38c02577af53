import { sql } from 'kysely'
import type { StoredFiles } from '../../files/stored-files.ts'
import { defineJob, every } from '../../jobs/job.ts'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { archiveJob, computeExpiry } from './archives.ts'
import { countRowsToWrite, writeArchive } from './write-archive.ts'

/** Progress updates are throttled to one per second. */
const PROGRESS_INTERVAL_MS = 1000

export type ArchiveJobParts = {
  database: Database
  clock: () => Date
  files: Pick<StoredFiles, 'make' | 'keep' | 'read' | 'sweep'>
  archiveParts: readonly ArchivePart[]
}

export function archiveJobs({ database, clock, files, archiveParts }: ArchiveJobParts) {
  async function prepare(organization: string, id: string) {
    const update = (change: { total_rows?: number; done_rows?: number; state?: 'preparing' | 'failed' }) =>
      run(database, archive(organization, id).set({ ...change, heartbeat_at: sql<Date>`now()` }))
    // The archive or its organization was removed.
    if ((await update({ state: 'preparing', done_rows: 0 })) === 0) return
    // Not `inTransaction`: this connection reads a snapshot while others update the progress.
    const client = await database.connect()
    try {
      // The connection is idle during uploads to file storage.
      await client.query(
        'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
      )
      const now = clock()
      const { name } = await oneRowOf(
        client,
        query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
      )
      const source = { client, organization, parts: archiveParts }
      await update({ total_rows: await countRowsToWrite(source) })
      const bytes = writeArchive({
        ...source,
        organizationName: name,
        now,
        readFile: (key) => files.read(organization, key),
        onRows: throttleProgress((done_rows) => update({ done_rows })),
      })
      await files.make(organization, bytes, (made) =>
        inTransaction(database, async (other) => {
          await files.keep(other, made)
          const ready = {
            state: 'ready',
            storage_key: made.key,
            size: String(made.size),
            expires_at: computeExpiry(now),
          } as const
          await run(other, archive(organization, id).set(ready))
        }),
      )
    } catch (error) {
      await update({ state: 'failed' })
      throw error
    } finally {
      // Destroys the connection: its transaction may still be open. Nothing was written.
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

function throttleProgress(report: (done: number) => Promise<unknown>) {
  let done = 0
  let reportedAt = 0
  return async (count: number) => {
    done += count
    if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = Date.now()
    await report(done)
  }
}
