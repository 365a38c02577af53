import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

const RETENTION_DAYS = 90

export function notificationJobs(database: Database) {
  return [
    every('1 day at 03:00', {
      name: 'forget-old-notifications',
      title: 'Remove old notifications',
      run: () => database.query('select forget_old_notifications($1)', [RETENTION_DAYS]),
    }),
  ]
}
