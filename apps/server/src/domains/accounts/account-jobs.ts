import { sql } from 'kysely'
import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { deleteExpiredLogIns } from './better-auth/stored-credentials.ts'

export function accountJobs(database: Database) {
  return [
    every('1 hour', {
      name: 'forget-expired-sessions-and-links',
      title: 'Remove expired sessions, one-time links and changes of address',
      async run() {
        await deleteExpiredLogIns(database)
        for (const table of ['sessions', 'one_time_links', 'email_changes'] as const) {
          await run(database, query.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`))
        }
      },
    }),
  ]
}
