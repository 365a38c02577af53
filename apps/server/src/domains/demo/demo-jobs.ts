import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { demoRequests } from './demo-requests.ts'

export function demoJobs(database: Database) {
  const requests = demoRequests(database)
  return [
    every('1 hour', {
      name: 'forget-old-keys-and-counts',
      title: 'Remove old request keys and request counts',
      run: () => requests.forgetOld(),
    }),
  ]
}
