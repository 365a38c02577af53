import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

/** How long the addresses in the record of events are kept. */
const KEPT_DAYS = 365

export function auditJobs(database: Database) {
  return [
    every('1 day at 03:00', {
      name: 'forget-old-audit-values',
      title: 'Remove old email addresses from activity',
      run: () => database.query('select forget_audit_values(null, $1)', [KEPT_DAYS]),
    }),
  ]
}
