import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, inOrganization, type Queryable } from '../persistence/database.ts'
import { published, query, run } from '../persistence/queries.ts'
import type { Job } from './job.ts'

/** On which servers hear that there is something to do. */
export const CHANNEL = 'jobs'
const NOTIFY = `select pg_notify('${CHANNEL}', '')`
/** As the unique index has it: each organization has keys of its own, and so has what belongs to none. */
export const SAME_KEY = "(coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), name, key)"

/** Jobs of all organizations, for our staff. */
export const jobFacts = published('all_jobs', [
  'id',
  'name',
  'organization_id',
  'attempts',
  'failed_at',
  'reason',
  'state',
])

type Options = {
  /** Not before this; at once, if it is left out. */
  startAfter?: Date
  /**
   * One job with the same key is enough. One that waits gets the newer data, and the earlier of the two times; one that runs is run
   * once more afterwards, since it may have begun before what this is about; one that was given up waits for our staff.
   */
  key?: string
  /**
   * What happens to one that was given up. `retry`: it is tried once more, and stays listed as failed until it succeeds. `restart`: a person
   * asks for it, and it has all its attempts again.
   */
  failed?: 'retry' | 'restart'
}

/** Adds a job, as part of the transaction of its cause. Inside an organization, it is a job of that organization. */
export async function enqueue<Data>(
  client: Queryable,
  { name, data: schema }: Pick<Job<Data>, 'name' | 'data'>,
  data: NoInfer<Data>,
  { startAfter, key, failed }: Options = {},
) {
  await client.query({
    name: 'enqueue-job',
    text: `with added as (
        insert into jobs as j (name, data, key, start_after) values ($1, $2, $3, coalesce($4, now()))
        on conflict ${SAME_KEY} do update set data = excluded.data, asked_again = j.state = 'running',
          state = case when j.state = 'failed' and $5::text = 'restart' then 'waiting' else j.state end,
          attempts = case when j.state = 'failed' and $5::text = 'restart' then 0 else j.attempts end,
          start_after = case when j.state = 'failed' and $5::text is not null then excluded.start_after
            when j.state = 'waiting' and j.attempts = 0 then least(j.start_after, excluded.start_after) else j.start_after end
        returning 1)
      ${NOTIFY} from added`,
    values: [name, JSON.stringify(z.parse(schema, data)), key, startAfter, failed ?? null],
  })
}

/**
 * For recurring work: one job per organization, so that one that fails blocks no other and our staff sees which it is. A failed one
 * is tried again each time, as the recurring job itself would be.
 */
export async function enqueueInEach(
  database: Database,
  job: Pick<Job<{ organization: string }>, 'name' | 'data'>,
  organizations: { id: string }[],
) {
  for (const { id: organization } of organizations) {
    await inOrganization(organization, () =>
      enqueue(database, job, { organization }, { key: organization, failed: 'retry' }),
    )
  }
}

/** Starts a job that was given up once more, with all its attempts. Answers whether there was one. */
export async function startAgain(client: Queryable, id: string): Promise<boolean> {
  const failed = query.updateTable('jobs').where('id', '=', id).where('state', '=', 'failed')
  const started = await run(client, failed.set({ state: 'waiting', attempts: 0, start_after: sql<Date>`now()` }))
  if (started) await client.query(NOTIFY)
  return started > 0
}
