import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

const RETENTION_MONTHS = 12

export function sonarJobs(database: Database) {
  return [
    every('1 day at 03:00', {
      name: 'forget-old-searches',
      title: 'Remove old questions to Sonar',
      run: () => database.query('select forget_old_searches($1)', [RETENTION_MONTHS]),
    }),
  ]
}
