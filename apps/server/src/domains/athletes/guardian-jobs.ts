import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { dayOf } from './minors.ts'

export function guardianJobs({ database, clock }: { database: Database; clock: () => Date }) {
  return [
    every('1 day at 05:00', {
      name: 'end-guardianships-of-adults',
      title: 'End guardianships of athletes who have turned 18',
      run: () => database.query('select end_guardianships_of_adults($1)', [dayOf(clock())]),
    }),
  ]
}
