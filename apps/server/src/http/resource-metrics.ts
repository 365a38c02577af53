import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { FileCall } from '../files/observe-files.ts'
import type { JobCounts } from '../jobs/count-jobs.ts'
import type { PoolUsage } from '../persistence/database.ts'

export type Resources = {
  pools: () => PoolUsage[]
  countStreams: () => number
  countJobs: () => Promise<JobCounts[]>
  /** Bounds the label: rows of an older or newer release may have other names. */
  isKnownJob: (name: string) => boolean
}

const states = ['waiting', 'running', 'failed'] as const

/** Pools, streams, jobs and the file store. All labels have a fixed set of values. */
export function addResourceMetrics(
  registry: Registry,
  { pools, countStreams, countJobs, isKnownJob }: Resources,
): { noteFileCall: (call: FileCall) => void } {
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database, by pool and state: busy, idle, max',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, max, total, idle } of pools()) {
        this.set({ pool, state: 'max' }, max)
        this.set({ pool, state: 'busy' }, total - idle)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Checkouts that wait for a connection, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, waiting } of pools()) this.set({ pool }, waiting)
    },
  })
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of live updates',
    registers,
    collect() {
      this.set(countStreams())
    },
  })

  addJobMetrics(registry, { countJobs, isKnownJob })
  const fileCalls = new Counter({
    name: 'file_store_calls_total',
    help: 'Calls to the file store (folder or bucket), by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const fileSeconds = new Histogram({
    name: 'file_store_seconds',
    help: 'Duration of calls to the file store; of reads, until the first byte',
    labelNames: ['operation'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30],
    registers,
  })
  return {
    noteFileCall({ operation, failed, seconds }) {
      fileCalls.inc({ operation, outcome: failed ? 'failed' : 'ok' })
      fileSeconds.observe({ operation }, seconds)
    },
  }
}

function addJobMetrics(registry: Registry, { countJobs, isKnownJob }: Pick<Resources, 'countJobs' | 'isKnownJob'>) {
  const registers = [registry]
  /** The three metrics are collected at the same time, from one query. */
  let pending: Promise<JobCounts[] | undefined> | undefined
  const load = () => {
    pending ??= countJobs()
      .catch(() => undefined)
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  const labelOf = ({ name }: JobCounts) => (isKnownJob(name) ? name : 'other')

  new Gauge({
    name: 'jobs',
    help: 'Background jobs that are due, running or failed',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await load()
      for (const state of states) {
        this.set({ state }, counts ? counts.reduce((sum, job) => sum + job[state], 0) : Number.NaN)
      }
    },
  })
  new Gauge({
    name: 'jobs_by_name',
    help: 'Background jobs that are due, running or failed, by name',
    labelNames: ['name', 'state'],
    registers,
    async collect() {
      const counts = (await load()) ?? []
      this.reset()
      for (const job of counts) for (const state of states) this.inc({ name: labelOf(job), state }, job[state])
    },
  })
  new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'Time since the oldest waiting job became due, by name',
    labelNames: ['name'],
    registers,
    async collect() {
      const counts = (await load()) ?? []
      this.reset()
      for (const job of counts) this.set({ name: labelOf(job) }, job.oldestSeconds)
    },
  })
}
