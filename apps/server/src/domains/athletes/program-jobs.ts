import { every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'

const MINUTES = 5

export function programJobs(database: Database) {
  return [
    every(`${MINUTES} minutes`, {
      name: 'announce-program-days',
      title: 'Refresh open windows when days in programs begin or end',
      // Twice the period, so that a late run misses nothing. A second refresh does no harm.
      run: () => database.query('select announce_program_days($1)', [2 * MINUTES]),
    }),
  ]
}
