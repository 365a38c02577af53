import { z } from 'zod'
import { hashOfOrganization } from '../http/request-log.ts'
import { type Database, inOrganization } from '../persistence/database.ts'
import { listen } from '../persistence/listen.ts'
import { isTracing, traced } from '../tracing/trace.ts'
import { CHANNEL } from './enqueue.ts'
import { failureReason, Interrupted } from './failure-reason.ts'
import { type Job, waitAfter } from './job.ts'
import { createJobQueue, LEASE_SECONDS, type TakenJob } from './job-queue.ts'

/** Per server. */
const CONCURRENCY = 4
/** Whether a schedule enqueued them. */
const LANES = [false, true]
/** The last worker is left to the other lane. */
const MOST_OF_LANE = CONCURRENCY - 1
/** Polling interval in case a notification was lost. */
const MAX_PAUSE_MS = 30_000
/** Due jobs that could not be leased are locked by another server, or their organization runs its share. */
const MIN_PAUSE_MS = 1000

type JobLog = Record<'warn' | 'error', (details: object, message: string) => void>

/** Runs due jobs. Leases let any number of servers do so concurrently. */
export async function startJobs({ database, jobs, log }: { database: Database; jobs: Job[]; log: JobLog }) {
  const queue = createJobQueue(database)
  const known = new Map(jobs.map((job) => [job.name, job]))
  const names = [...known.keys()]
  /** By lease. */
  const running = new Map<string, { scheduled: boolean; done: Promise<void> }>()
  let stopped = false
  let awake = Promise.withResolvers<void>()
  const wake = () => awake.resolve()

  for (const { name, period } of jobs) if (period) await queue.plan(name, period)
  const notices = listen(database, CHANNEL, { onNotice: wake, onListening: wake })
  const extending = setInterval(extendLeases, (LEASE_SECONDS * 1000) / 3)
  const processing = processQueue()

  return {
    /** Waits for running jobs and releases leased ones that have not started. */
    async stop() {
      stopped = true
      wake()
      await processing
      await Promise.all([...running.values()].map(({ done }) => done))
      clearInterval(extending)
      await notices.stop()
    },
  }

  async function processQueue() {
    while (!stopped) {
      awake = Promise.withResolvers()
      let pauseMs = MAX_PAUSE_MS
      try {
        for (let lanes = openLanes(); lanes.length > 0 && !stopped; lanes = openLanes()) {
          const job = await queue.take(names, lanes)
          if (!job) {
            pauseMs = pauseUntil(await queue.msUntilNext(names, lanes))
            break
          }
          if (stopped) await within(job, () => queue.giveBack(job))
          else running.set(job.lease, { scheduled: job.scheduled, done: work(job) })
        }
      } catch (error) {
        log.error({ err: error }, 'jobs not looked for; it will be tried again')
      }
      const timer = setTimeout(wake, pauseMs)
      if (!stopped) await awake.promise
      clearTimeout(timer)
    }
  }

  function openLanes() {
    if (running.size === CONCURRENCY) return []
    const all = [...running.values()]
    return LANES.filter((lane) => all.filter(({ scheduled }) => scheduled === lane).length < MOST_OF_LANE)
  }

  async function work(taken: TakenJob) {
    try {
      await within(taken, () => attempt(taken))
    } catch (error) {
      // The lease expires, and the job is retried.
      log.error({ err: error, ...namesOf(taken) }, 'what became of a job was not written down')
    } finally {
      running.delete(taken.lease)
      wake()
    }
  }

  async function run(job: Job, taken: TakenJob) {
    const { name, attempts, organization } = namesOf(taken)
    const attributes = {
      'sherpa.job.name': name,
      'sherpa.job.attempt': attempts,
      ...(organization && { 'sherpa.organization': organization }),
    }
    const parent = isTracing() ? await queue.traceparentOf(taken) : undefined
    const work = async () => job.run(z.parse(job.data, taken.data))
    await traced({ kind: 'consumer', name: `job ${name}`, attributes }, work, parent)
  }

  async function attempt(taken: TakenJob) {
    const job = known.get(taken.name)
    if (!job) throw new Error('A job was taken that nobody asked for.')
    const { attempts } = taken
    const last = attempts >= job.retry.attempts
    try {
      // Stops retrying a job that crashes its server each time.
      if (taken.interrupted && attempts > job.retry.attempts) throw new Interrupted()
      await run(job, taken)
    } catch (error) {
      log[last ? 'error' : 'warn']({ err: error, ...namesOf(taken) }, last ? 'job given up' : 'job failed')
      if (last) {
        // Before `markFailed`: if this fails, the lease expires and the attempt is retried.
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

/** Sets the tenant context of the job's organization, if it has one. */
function within<Result>({ organization }: TakenJob, act: () => Promise<Result>) {
  return organization === null ? act() : inOrganization(organization, act)
}

function pauseUntil(ms: number | null) {
  if (ms === null) return MAX_PAUSE_MS
  return ms > 0 ? Math.min(MAX_PAUSE_MS, Math.ceil(ms)) : MIN_PAUSE_MS
}

const namesOf = ({ id, name, attempts, organization }: TakenJob) => ({
  job: id,
  name,
  attempts,
  organization: organization === null ? undefined : hashOfOrganization(organization),
})
