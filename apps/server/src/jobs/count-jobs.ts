import { sql } from 'kysely'
import type { Queryable } from '../persistence/database.ts'
import { oneRowOf, query } from '../persistence/queries.ts'

const count = (which: string) => sql<number>`(count(*) filter (where ${sql.raw(which)}))::int`

/** Jobs that are due and have not begun, that are running, and that were given up and have not succeeded since. */
export function countJobs(database: Queryable) {
  return oneRowOf(
    database,
    query
      .selectFrom('all_jobs')
      .select([
        count("state = 'waiting' and start_after <= now()").as('waiting'),
        count("state = 'running'").as('running'),
        count('failed_at is not null').as('failed'),
      ]),
  )
}
