import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../src/jobs/job.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import type { Database } from '../src/persistence/database.ts'

export const quietLog = { warn: () => undefined, error: () => undefined }

/** Runs a recurring job now, with everything due. Returns when the queue is idle. */
export async function runJob(app: { platform: { jobs: Job[] } }, database: Database, name: string) {
  const jobs = await startJobs({ database, jobs: app.platform.jobs, log: quietLog })
  const makeDue = () =>
    database.query("update jobs set start_after = now() where name = $1 and state <> 'running'", [name])
  // A running job may have started before the caller's change: wait and run it again.
  while ((await makeDue()).rowCount === 0) await pause(5)
  await database.query('notify jobs')
  while (await hasWork(database)) await pause(5)
  await jobs.stop()
}

async function hasWork(database: Database) {
  const { rows } = await database.query("select from all_jobs where state = 'running' or start_after <= now() limit 1")
  return rows.length > 0
}

/** Billing job. */
export const BILLING = 'find-due-subscriptions'
