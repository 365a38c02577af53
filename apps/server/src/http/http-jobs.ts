import { every } from '../jobs/job.ts'
import type { Database } from '../persistence/database.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { forgetOldCounts } from './rate-limits.ts'

export function httpJobs(database: Database) {
  return [
    every('1 hour', {
      name: 'forget-old-keys-and-counts',
      title: 'Remove old request keys and request counts',
      async run() {
        await forgetOldAnswers(database)
        await forgetOldCounts(database)
      },
    }),
  ]
}
