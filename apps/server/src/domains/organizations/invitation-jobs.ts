import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

export function invitationJobs(database: Database) {
  return [
    every('1 hour', {
      name: 'forget-expired-invitations',
      title: 'Remove expired invitations of members and guardians',
      run: () => database.query('select forget_expired_invitations()'),
    }),
  ]
}
