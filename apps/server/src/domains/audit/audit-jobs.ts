import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

/** Retention of email addresses in audit events. */
const RETENTION_DAYS = 365

export function auditJobs(database: Database) {
  return [
    every('1 day at 03:00', {
      name: 'forget-old-audit-values',
      title: 'Remove old email addresses from activity',
      run: () => database.query('select forget_audit_emails(null, $1)', [RETENTION_DAYS]),
    }),
  ]
}
