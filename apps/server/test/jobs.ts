import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../src/jobs/job.ts'
import { createJobQueue } from '../src/jobs/job-queue.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import { type Database, inOrganization } from '../src/persistence/database.ts'

export const quietLog = { warn: () => undefined, error: () => undefined }

/** Runs a recurring job now, with everything queued. Returns when the queue is idle. */
export async function runJob(app: { platform: { jobs: Job[] } }, database: Database, name: string) {
  // Other recurring jobs would be scheduled and run as well.
  const jobs = app.platform.jobs.filter((job) => !job.period || job.name === name)
  const names = jobs.map((job) => job.name)
  const period = jobs.find((job) => job.name === name)?.period
  if (!period) throw new Error(`No recurring job is called ${name}.`)
  await createJobQueue(database).plan(name, period)
  const makeDue = () =>
    database.query("update jobs set start_after = now() where name = $1 and state <> 'running'", [name])
  // A running job may have started before the caller's change: wait and run it again.
  while ((await makeDue()).rowCount === 0) await pause(5)
  do {
    const server = await startJobs({ database, jobs, log: quietLog })
    while (await hasWork(database, names)) await pause(5)
    await server.stop()
  } while (await startWaiting(database, names))
}

/** Runs what is queued of one kind of import, without the recurring jobs of every organization. */
export async function runImports(
  { app, database, serving }: { app: { platform: { jobs: Job[] } }; database: Database; serving: Database },
  kind: 'athlete-import' | 'deal-import',
) {
  const jobs = app.platform.jobs.filter(({ name }) => name.endsWith(`-${kind}`))
  const names = jobs.map(({ name }) => name)
  const server = await startJobs({ database: serving, jobs, log: quietLog })
  while ((await database.query('select from jobs where name = any($1)', [names])).rowCount) await pause(5)
  await server.stop()
}

/** Runs a job of an organization now, then what it scheduled in it, without a server. */
export async function runInside(
  { platform }: { platform: { jobs: Job[] } },
  owner: Database,
  name: string,
  organization: string,
) {
  const run = (name: string) =>
    inOrganization(organization, async () => platform.jobs.find((job) => job.name === name)?.run({ organization }))
  await run(name)
  for (;;) {
    const { rows } = await owner.query<{ name: string }>(
      `delete from jobs where organization_id = $1 and key = $1::text and name <> $2 and data = jsonb_build_object('organization', $1::text)
       returning name`,
      [organization, name],
    )
    if (rows.length === 0) return
    for (const { name } of rows) await run(name)
  }
}

/**
 * Without waiting, since clocks stand still: for the hour, over which the jobs of organizations are spread, and for a retry. A first
 * attempt may fail for a passing reason, such as a busy machine.
 */
async function startWaiting(database: Database, names: string[]) {
  const { rows } = await database.query<{ id: string; organization_id: string | null }>(
    `select id, organization_id from all_jobs where name = any($1) and (state = 'waiting' and attempts = 1
       or scheduled and key = organization_id::text and (state = 'waiting' and attempts = 0 or state = 'failed' and start_after is not null))`,
    [names],
  )
  for (const { id, organization_id } of rows) {
    const start = () => database.query('update jobs set start_after = now() where id = $1', [id])
    await (organization_id ? inOrganization(organization_id, start) : start())
  }
  return rows.length > 0
}

async function hasWork(database: Database, names: string[]) {
  const { rows } = await database.query(
    "select from all_jobs where name = any($1) and (state = 'running' or start_after <= now()) limit 1",
    [names],
  )
  return rows.length > 0
}

/** Billing job. */
export const BILLING = 'find-due-subscriptions'
