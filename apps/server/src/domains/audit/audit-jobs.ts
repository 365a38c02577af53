import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { sealAllEvents } from './seal-events.ts'

/** Retention of email addresses in audit events. */
const RETENTION_DAYS = 365

export function auditJobs({ database, clock }: { database: Database; clock: () => Date }) {
  return [
    every('1 minute', {
      name: 'seal-audit-events',
      title: 'Seal new activity',
      run: () => sealAllEvents(database, clock),
    }),
    every('1 day at 03:00', {
      name: 'forget-old-audit-values',
      title: 'Remove old email addresses from activity',
      run: () => database.query('select forget_audit_emails(null, $1)', [RETENTION_DAYS]),
    }),
  ]
}
