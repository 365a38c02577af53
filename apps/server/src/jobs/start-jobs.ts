import { z } from 'zod'
import { type Database, inOrganization } from '../persistence/database.ts'
import { listen } from '../persistence/listen.ts'
import { CHANNEL } from './enqueue.ts'
import { failureReason, Interrupted } from './failure-reason.ts'
import { type Job, waitAfter } from './job.ts'
import { jobQueue, LEASE_SECONDS, type TakenJob } from './job-queue.ts'

/** Jobs that one server runs at the same time. */
const AT_ONCE = 4
/** It looks at least so often, should a notice have been missed. */
const LONGEST_PAUSE_MS = 30_000
/** What is due and could not be taken is locked: somebody else is about to take it. */
const SHORTEST_PAUSE_MS = 1000

type JobLog = Record<'warn' | 'error', (details: object, message: string) => void>

/** Runs jobs as they become due. Any number of servers may do so at once: each takes what no other has. */
export async function startJobs({ database, jobs, log }: { database: Database; jobs: Job[]; log: JobLog }) {
  const queue = jobQueue(database)
  const known = new Map(jobs.map((job) => [job.name, job]))
  const names = [...known.keys()]
  /** By their leases. */
  const running = new Map<string, Promise<void>>()
  let stopped = false
  let awake = Promise.withResolvers<void>()
  const wake = () => awake.resolve()

  for (const { name, period } of jobs) if (period) await queue.plan(name, period)
  const notices = listen(database, CHANNEL, { onNotice: wake, onListening: wake })
  const extending = setInterval(extendLeases, (LEASE_SECONDS * 1000) / 3)
  const looking = look()

  return {
    /** Waits for the jobs that are running. What was taken and not begun is given back. */
    async stop() {
      stopped = true
      wake()
      await looking
      await Promise.all(running.values())
      clearInterval(extending)
      await notices.stop()
    },
  }

  async function look() {
    while (!stopped) {
      awake = Promise.withResolvers()
      let pauseMs = LONGEST_PAUSE_MS
      try {
        const free = AT_ONCE - running.size
        for (const job of free > 0 ? await queue.take(names, free) : []) {
          if (stopped) await within(job, () => queue.giveBack(job))
          else running.set(job.lease, work(job))
        }
        if (!stopped && running.size < AT_ONCE) pauseMs = pauseUntil(await queue.msUntilNext(names))
      } catch (error) {
        log.error({ err: error }, 'jobs not looked for; it will be tried again')
      }
      const timer = setTimeout(wake, pauseMs)
      if (!stopped) await awake.promise
      clearTimeout(timer)
    }
  }

  async function work(taken: TakenJob) {
    try {
      await within(taken, () => attempt(taken))
    } catch (error) {
      // Its lease runs out, and somebody does it once more.
      log.error({ err: error, ...namesOf(taken) }, 'what became of a job was not written down')
    } finally {
      running.delete(taken.lease)
      wake()
    }
  }

  async function attempt(taken: TakenJob) {
    const job = known.get(taken.name)
    if (!job) throw new Error('A job was taken that nobody asked for.')
    const { attempts } = taken
    const last = attempts >= job.retry.attempts
    try {
      // One that ends its server each time must not go on doing so.
      if (taken.interrupted && attempts > job.retry.attempts) throw new Interrupted()
      await job.run(z.parse(job.data, taken.data))
    } catch (error) {
      log[last ? 'error' : 'warn']({ err: error, ...namesOf(taken) }, last ? 'job given up' : 'job failed')
      if (last) {
        // First: if it fails, the lease expires and all of it is tried again.
        const data = z.safeParse(job.data, taken.data)
        if (data.success) await job.onGivenUp?.(data.data)
        await queue.markFailed(taken, failureReason(error), job.period)
      } else await queue.markForRetry(taken, failureReason(error), waitAfter(job.retry, attempts))
      return
    }
    await queue.markDone(taken, job.period)
  }

  async function extendLeases() {
    if (running.size === 0) return
    try {
      await queue.extendLeases([...running.keys()])
    } catch (error) {
      log.error({ err: error }, 'leases of jobs not extended')
    }
  }
}

/** All that a job asks of the database is about its organization, if it has one. */
function within<Result>({ organization }: TakenJob, act: () => Promise<Result>) {
  return organization === null ? act() : inOrganization(organization, act)
}

function pauseUntil(ms: number | null) {
  if (ms === null) return LONGEST_PAUSE_MS
  return ms > 0 ? Math.min(LONGEST_PAUSE_MS, Math.ceil(ms)) : SHORTEST_PAUSE_MS
}

const namesOf = ({ id, name, attempts, organization }: TakenJob) => ({ job: id, name, attempts, organization })
