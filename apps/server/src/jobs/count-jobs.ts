import { sql } from 'kysely'
import type { Queryable } from '../persistence/database.ts'
import { query, rowsOf } from '../persistence/queries.ts'

export type JobCounts = Awaited<ReturnType<typeof countJobs>>[number]

const count = (which: string) => sql<number>`(count(*) filter (where ${sql.raw(which)}))::int`
const DUE = "state = 'waiting' and start_after <= now()"

/** Counts due, running and failed jobs by name, with the time since the oldest became due. */
export function countJobs(database: Queryable) {
  return rowsOf(
    database,
    query
      .selectFrom('all_jobs')
      .select([
        'name',
        count(DUE).as('waiting'),
        count("state = 'running'").as('running'),
        count('failed_at is not null').as('failed'),
        sql<number>`coalesce(extract(epoch from now() - min(start_after) filter (where ${sql.raw(DUE)})), 0)::float8`.as(
          'oldestSeconds',
        ),
      ])
      .groupBy('name'),
  )
}
