import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, inOrganization, type Queryable } from '../persistence/database.ts'
import { oneRowOf, published, query, run } from '../persistence/queries.ts'
import { currentTraceparent } from '../tracing/trace.ts'
import { forEachOf } from './for-each-of.ts'
import type { Job } from './job.ts'

/** NOTIFY channel that wakes the servers. */
export const CHANNEL = 'jobs'
const NOTIFY = `select pg_notify('${CHANNEL}', '')`
/** Conflict target, as in the unique index: keys are scoped to an organization, or to none. */
export const SAME_KEY = "(coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), name, key)"

/** Jobs of all organizations, for our staff. */
export const publicJobs = published('all_jobs', [
  'id',
  'name',
  'organization_id',
  'attempts',
  'failed_at',
  'reason',
  'state',
])

type Options = {
  /** Default: now. */
  startAfter?: Date
  /**
   * Deduplicates jobs. A waiting job gets the newer data and the earlier time. A running job runs once more,
   * because it may have started before this cause. A failed job waits for staff.
   */
  key?: string
  /**
   * For a failed job with the same key. `retry`: one more attempt, listed as failed until it succeeds.
   * `restart`: all attempts again, because a person asked for it.
   */
  failed?: 'retry' | 'restart'
  /** Nobody waits for it: jobs that a person asked for come first. */
  scheduled?: boolean
}

/** Adds a job in the transaction of its cause, in the current organization if there is one. */
export async function enqueue<Data>(
  client: Queryable,
  { name, data: schema }: Pick<Job<Data>, 'name' | 'data'>,
  data: NoInfer<Data>,
  { startAfter, key, failed, scheduled = false }: Options = {},
) {
  await client.query({
    name: 'enqueue-job',
    text: `with added as (
        insert into jobs as j (name, data, key, start_after, traceparent, scheduled) values ($1, $2, $3, coalesce($4, now()), $6, $7)
        on conflict ${SAME_KEY} do update set data = excluded.data, traceparent = excluded.traceparent,
          scheduled = j.scheduled and excluded.scheduled, rerun_requested = j.state = 'running',
          state = case when j.state = 'failed' and $5::text = 'restart' then 'waiting' else j.state end,
          attempts = case when j.state = 'failed' and $5::text = 'restart' then 0 else j.attempts end,
          start_after = case when j.state = 'failed' and $5::text is not null then excluded.start_after
            when j.state = 'waiting' and j.attempts = 0 then least(j.start_after, excluded.start_after) else j.start_after end
        returning 1)
      ${NOTIFY} from added`,
    values: [
      name,
      JSON.stringify(z.parse(schema, data)),
      key,
      startAfter,
      failed ?? null,
      currentTraceparent(),
      scheduled,
    ],
  })
}

/**
 * Fans recurring work out to one job per organization, so that a failure blocks no other organization.
 * A failed job is retried each time. Each organization has its own second of the hour, always the same.
 */
export async function enqueueInEach(
  database: Database,
  job: Pick<Job<{ organization: string }>, 'name' | 'data'>,
  organizations: { id: string }[],
) {
  const { hour } = await oneRowOf(
    database,
    query.selectNoFrom(sql<Date>`date_trunc('hour', now(), 'UTC')`.as('hour')),
    'hour',
  )
  await forEachOf(organizations, ({ id: organization }) =>
    inOrganization(organization, () =>
      enqueueSchedule(database, job, organization, {
        startAfter: new Date(hour.getTime() + secondOfHour(organization) * 1000),
      }),
    ),
  )
}

/** A job of a schedule in the current organization. */
export function enqueueSchedule(
  client: Queryable,
  job: Pick<Job<{ organization: string }>, 'name' | 'data'>,
  organization: string,
  when: Pick<Options, 'startAfter'> = {},
) {
  return enqueue(client, job, { organization }, { key: organization, failed: 'retry', scheduled: true, ...when })
}

function secondOfHour(organization: string) {
  return createHash('sha256').update(organization).digest().readUInt32BE() % 3600
}

/** Restarts a failed job with all attempts. Returns whether there was one. */
export async function startAgain(client: Queryable, id: string): Promise<boolean> {
  const failed = query.updateTable('jobs').where('id', '=', id).where('state', '=', 'failed')
  const started = await run(client, failed.set({ state: 'waiting', attempts: 0, start_after: sql<Date>`now()` }))
  if (started) await client.query(NOTIFY)
  return started > 0
}
