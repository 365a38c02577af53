import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../src/jobs/job.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import type { Database } from '../src/persistence/database.ts'

export const quietLog = { warn: () => undefined, error: () => undefined }

/** Lets a recurring job run now, and with it all that is due: as one more server would. Returns when nothing is left to do. */
export async function runJob(app: { platform: { jobs: Job[] } }, database: Database, name: string) {
  const jobs = await startJobs({ database, jobs: app.platform.jobs, log: quietLog })
  const makeDue = () =>
    database.query("update jobs set start_after = now() where name = $1 and state <> 'running'", [name])
  // One that runs already may have begun too early for what the caller wants it to see.
  while ((await makeDue()).rowCount === 0) await pause(5)
  await database.query('notify jobs')
  while (await hasWork(database)) await pause(5)
  await jobs.stop()
}

async function hasWork(database: Database) {
  const { rows } = await database.query("select from all_jobs where state = 'running' or start_after <= now() limit 1")
  return rows.length > 0
}

/** What moves subscriptions on. */
export const BILLING = 'find-due-subscriptions'
