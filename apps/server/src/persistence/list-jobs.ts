import { every } from '../jobs/job.ts'
import type { Database } from './database.ts'

export function listJobs(database: Database) {
  return [
    every('1 day at 03:00', {
      name: 'forget-unused-words',
      title: 'Remove words that are no longer in any list from the search',
      run: () => database.query('select forget_unused_words()'),
    }),
  ]
}
