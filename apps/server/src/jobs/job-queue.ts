import { sql } from 'kysely'
import type { Database } from '../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../persistence/queries.ts'
import { SAME_KEY } from './enqueue.ts'
import type { Period } from './job.ts'

/** The lease of a crashed server expires after this. */
export const LEASE_SECONDS = 60

export type TakenJob = {
  id: string
  organization: string | null
  name: string
  data: unknown
  attempts: number
  /** Fencing token: only the current lease may report a result. */
  lease: string
  /** Its lane. */
  scheduled: boolean
  /** The previous lease expired without a result. */
  interrupted: boolean
}

/** Queue operations of workers. All times come from the database, because server clocks differ. */
export function createJobQueue(database: Database) {
  return {
    /** Schedules a recurring job if it is not scheduled yet or its period became shorter. */
    async plan(name: string, period: Period) {
      await database.query(
        `insert into jobs as j (name, key, data, scheduled, start_after) values ($1, 'recurring', '{}', true, start_of_next_period($2, $3))
         on conflict ${SAME_KEY} do update set start_after = excluded.start_after
         where j.state = 'waiting' and j.attempts = 0 and j.start_after > excluded.start_after`,
        [name, period.seconds, period.offset],
      )
    },

    /** Leases the next due job of these lanes, of any organization. */
    async take(names: string[], lanes: boolean[]): Promise<TakenJob | undefined> {
      const { rows } = await database.query<TakenJob>({
        name: 'lease-job',
        text: `select id, organization_id as organization, name, data, attempts, lease, scheduled, interrupted from lease_job($1, $2, $3)`,
        values: [names, lanes, LEASE_SECONDS],
      })
      return rows[0]
    },

    /** The trace of what enqueued it, if there is one. */
    async traceparentOf({ id }: TakenJob) {
      const row = await rowOf(database, query.selectFrom('jobs').select('traceparent').where('id', '=', id))
      return row?.traceparent ?? undefined
    },

    /** Time until the next job of these lanes is due or its lease expires; null without jobs. */
    async msUntilNext(names: string[], lanes: boolean[]): Promise<number | null> {
      const { ms } = await oneRowOf(
        database,
        query
          .selectFrom('all_jobs')
          .select(sql<number | null>`(1000 * extract(epoch from min(start_after) - now()))::float8`.as('ms'))
          .where(sql<boolean>`name = any(${names}) and scheduled = any(${lanes})`),
        'next-job',
      )
      return ms
    },

    async extendLeases(leases: string[]) {
      await database.query('select extend_job_leases($1, $2)', [leases, LEASE_SECONDS])
    },

    async markDone(job: TakenJob, period: Period | undefined) {
      const again = { state: 'waiting', lease: null, attempts: 0, failed_at: null, reason: null } as const
      if (!period) {
        const done = query.deleteFrom('jobs').where('id', '=', job.id).where('lease', '=', job.lease)
        if (await run(database, done.where('rerun_requested', '=', false))) return
      }
      const start_after = period ? startOfNext(period) : sql<Date>`now()`
      await run(database, updateOf(job).set({ ...again, start_after }))
    },

    async markForRetry(job: TakenJob, reason: string, seconds: number) {
      const start_after = sql<Date>`now() + make_interval(secs => ${seconds})`
      await run(database, updateOf(job).set({ state: 'waiting', lease: null, reason, start_after }))
    },

    /** Recurring jobs run again at their next period. Others wait for staff. */
    async markFailed(job: TakenJob, reason: string, period: Period | undefined) {
      const start_after = period ? startOfNext(period) : null
      const failed_at = sql<Date>`now()`
      await run(database, updateOf(job).set({ state: 'failed', lease: null, reason, failed_at, start_after }))
    },

    /** Releases the lease without counting the attempt. */
    async giveBack(job: TakenJob) {
      const start_after = sql<Date>`now()`
      const attempts = job.attempts - 1
      await run(database, updateOf(job).set({ state: 'waiting', lease: null, attempts, start_after }))
    },
  }
}

/** Updates the job only if the lease is still held. */
function updateOf({ id, lease }: TakenJob) {
  return query.updateTable('jobs').where('id', '=', id).where('lease', '=', lease)
}

function startOfNext({ seconds, offset }: Period) {
  return sql<Date>`start_of_next_period(${seconds}, ${offset})`
}
