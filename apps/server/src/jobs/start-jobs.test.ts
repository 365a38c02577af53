import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from '../../test/fresh-database.ts'
import { quietLog } from '../../test/jobs.ts'
import { type Database, inOrganization, inTransaction } from '../persistence/database.ts'
import { enqueue, enqueueInEach, startAgain } from './enqueue.ts'
import { defineJob, every, type Job } from './job.ts'
import { startJobs } from './start-jobs.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let serving: Database
/** Owner role, which sees jobs of all organizations. */
let database: Database
const started: { stop: () => Promise<void> }[] = []
/** Of jobs that wait until they are opened. */
const gates: PromiseWithResolvers<void>[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  serving = fresh.serving
  database = fresh.database
})
afterAll(() => fresh.drop())
beforeEach(() => database.query('truncate jobs'))
afterEach(async () => {
  for (const { resolve } of gates.splice(0)) resolve()
  await Promise.all(started.splice(0).map((server) => server.stop()))
})

/** Generous timeout for busy machines. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000, interval: 10 })

/** Starts a server that runs these jobs. */
async function startServer(...jobs: Job[]) {
  const running = await startJobs({ database: serving, jobs, log: quietLog })
  started.push(running)
  return running
}

/** Job that records its runs. */
function recordingJob(
  work: (number: number) => Promise<unknown> = async () => undefined,
  retry = { attempts: 3, firstWaitSeconds: 1000 },
) {
  const runs: number[] = []
  const job = defineJob({
    name: 'note',
    title: 'Note a number',
    data: z.object({ number: z.int() }),
    retry,
    run: ({ number }) => {
      runs.push(number)
      return work(number)
    },
  })
  return { job, runs }
}

const rows = async () =>
  (
    await database.query(
      `select name, state, attempts, reason, failed_at is not null as "hasFailed", start_after is not null as planned,
         round(extract(epoch from start_after - now()))::int as seconds from jobs order by created_at`,
    )
  ).rows
const row = async () => (await rows())[0]
const count = async () => (await rows()).length
const makeDue = () => database.query('update jobs set start_after = now(); notify jobs')
/** Never due while a test runs. */
const SOME_DAY = '7 days'
const someDay = { seconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 7 * 86_400) }

describe('an enqueued job', () => {
  test('runs with its data on an idle server and is deleted', async () => {
    const { job, runs } = recordingJob()
    await startServer(job)
    await enqueue(serving, job, { number: 7 })
    await eventually(count).toBe(0)
    expect(runs).toEqual([7])
  })

  test('is rolled back with the transaction of its cause', async () => {
    const { job, runs } = recordingJob()
    const failing = inTransaction(serving, async (client) => {
      await enqueue(client, job, { number: 1 })
      throw new Error('The cause did not come about.')
    })
    await expect(failing).rejects.toThrow('The cause did not come about.')
    await inTransaction(serving, (client) => enqueue(client, job, { number: 2 }))
    await startServer(job)
    await eventually(count).toBe(0)
    expect(runs).toEqual([2])
  })

  test('with invalid data is refused when it is enqueued', async () => {
    const { job } = recordingJob()
    await expect(enqueue(serving, job, { number: 0.5 })).rejects.toThrow(z.core.$ZodError)
    expect(await count()).toBe(0)
  })

  test('waits for its start time', async () => {
    const { job, runs } = recordingJob()
    await startServer(job)
    await enqueue(serving, job, { number: 1 }, { startAfter: new Date(Date.now() + 3_600_000) })
    await enqueue(serving, job, { number: 2 })
    await eventually(count).toBe(1)
    expect(runs).toEqual([2])
    expect((await row()).seconds).toBeGreaterThan(3500)
    await makeDue()
    await eventually(count).toBe(0)
    expect(runs).toEqual([2, 1])
  })

  test('runs in its organization and is invisible to others', async () => {
    const { rows: made } = await database.query(
      "insert into organizations (name, kind) values ('Ours', 'agency'), ('Theirs', 'agency') returning id",
    )
    const [ours, theirs] = made.map(({ id }) => id as string) as [string, string]
    const seen: string[] = []
    const { job } = recordingJob(async () => {
      const found = await serving.query('select id from organizations')
      seen.push(...found.rows.map(({ id }) => id))
    })
    await inOrganization(ours, () => enqueue(serving, job, { number: 1 }, { key: 'one' }))
    await inOrganization(theirs, () => enqueue(serving, job, { number: 1 }, { key: 'one' }))
    const visible = async (organization: string) =>
      (await inOrganization(organization, () => serving.query('select organization_id as id from jobs'))).rows
    expect(await visible(ours)).toEqual([{ id: ours }])
    expect((await serving.query('select from jobs')).rowCount).toBe(0)
    await startServer(job)
    await eventually(count).toBe(0)
    expect(seen.toSorted()).toEqual([ours, theirs].toSorted())
  })

  test('of an unknown name is left to other servers', async () => {
    const { job, runs } = recordingJob()
    const { retry, title } = job
    const other = defineJob({ retry, title, name: 'other', data: z.object({}), run: async () => undefined })
    await startServer(other)
    await enqueue(serving, job, { number: 1 })
    await enqueue(serving, other, {})
    await eventually(count).toBe(1)
    expect(await row()).toMatchObject({ name: 'note', state: 'waiting' })
    await startServer(job)
    await eventually(() => runs).toEqual([1])
  })
})

describe('jobs with the same key', () => {
  test('are merged while waiting, with the newest data', async () => {
    const { job, runs } = recordingJob()
    await enqueue(serving, job, { number: 1 }, { key: 'same' })
    await enqueue(serving, job, { number: 2 }, { key: 'same' })
    await enqueue(serving, job, { number: 3 }, { key: 'another' })
    await startServer(job)
    await eventually(count).toBe(0)
    expect(runs.toSorted()).toEqual([2, 3])
  })

  test('keep the earlier start time', async () => {
    const { job } = recordingJob()
    const inHours = (hours: number) => ({ startAfter: new Date(Date.now() + hours * 3_600_000), key: 'same' })
    for (const hours of [3, 2, 4]) await enqueue(serving, job, { number: hours }, inHours(hours))
    const { seconds } = await row()
    expect(seconds).toBeGreaterThan(7000)
    expect(seconds).toBeLessThanOrEqual(7200)
  })

  test('run once more if one is already running', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = recordingJob((number) => (number === 1 ? first.promise : Promise.resolve()))
    await startServer(job)
    await enqueue(serving, job, { number: 1 }, { key: 'same' })
    await eventually(() => runs).toEqual([1])
    await enqueue(serving, job, { number: 2 }, { key: 'same' })
    first.resolve()
    await eventually(count).toBe(0)
    expect(runs).toEqual([1, 2])
  })
})

describe('a failing job', () => {
  test('is retried with exponential backoff, then fails until it is restarted', async () => {
    let isFixed = false
    const { job, runs } = recordingJob(async () => {
      if (!isFixed) throw Object.assign(new Error('zoe@agency.example said no'), { code: 'ENOTZOE' })
    })
    await startServer(job)
    await enqueue(serving, job, { number: 1 })
    for (const [attempts, seconds] of [
      [1, 1000],
      [2, 2000],
    ] as const) {
      await eventually(row).toMatchObject({ state: 'waiting', attempts, hasFailed: false })
      // Tolerates a busy machine.
      const left = (await row()).seconds
      expect(left).toBeLessThanOrEqual(seconds)
      expect(left).toBeGreaterThan(seconds - 100)
      await makeDue()
    }
    await expect
      .poll(row)
      .toMatchObject({ state: 'failed', attempts: 3, planned: false, reason: 'It failed (ENOTZOE).' })

    isFixed = true
    const { rows: failed } = await database.query('select id from jobs')
    expect(await startAgain(serving, failed[0].id)).toBe(true)
    await eventually(count).toBe(0)
    expect(runs).toEqual([1, 1, 1, 1])
    expect(await startAgain(serving, failed[0].id)).toBe(false)
  })

  test('waits at most an hour', async () => {
    const { job } = recordingJob(() => Promise.reject(new Error('no')), { attempts: 99, firstWaitSeconds: 3000 })
    await startServer(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(row).toMatchObject({ state: 'waiting', attempts: 1 })
    await makeDue()
    await eventually(row).toMatchObject({ state: 'waiting', attempts: 2 })
    expect((await row()).seconds).toBeLessThanOrEqual(3600)
  })

  test('does not block other jobs', async () => {
    const { job, runs } = recordingJob((number) => (number === 1 ? Promise.reject(new Error('no')) : Promise.resolve()))
    await enqueue(serving, job, { number: 1 })
    await enqueue(serving, job, { number: 2 })
    await startServer(job)
    await eventually(count).toBe(1)
    expect(runs.toSorted()).toEqual([1, 2])
  })
})

describe('in turn', () => {
  const addOrganizations = async (count: number) =>
    (
      await database.query<{ id: string }>(
        "insert into organizations (name, kind) select 'One', 'agency' from generate_series(1, $1) returning id",
        [count],
      )
    ).rows.map(({ id }) => id) as [string, ...string[]]

  /** Job whose runs wait for `open`. */
  function gatedJob(name: string) {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    const started: string[] = []
    const job = defineJob({
      name,
      title: name,
      data: z.object({ organization: z.string() }),
      run: ({ organization }) => {
        started.push(organization)
        return gate.promise
      },
    })
    const addIn = (organization: string, count: number, scheduled: boolean) =>
      database.query(
        `insert into jobs (name, organization_id, data, scheduled, start_after)
         select $1, $2::uuid, jsonb_build_object('organization', $2::uuid), $4::boolean, now() - interval '1 hour' from generate_series(1, $3)`,
        [name, organization, count, scheduled],
      )
    return { job, started, addIn, open: gate.resolve }
  }

  test('what a person asked for starts at once behind 2,000 jobs of schedules', async () => {
    const hourly = gatedJob('hourly')
    const { job, runs } = recordingJob()
    for (const organization of await addOrganizations(100)) await hourly.addIn(organization, 20, true)
    await startServer(hourly.job, job)
    await eventually(() => hourly.started.length).toBe(3)
    await enqueue(serving, job, { number: 1 })
    await eventually(() => runs).toEqual([1])
    expect(hourly.started).toHaveLength(3)
  })

  test('what a person asked for comes first of all that is due', async () => {
    const order: number[] = []
    const { job } = recordingJob(async (number) => order.push(number))
    for (const number of [1, 2, 3]) await enqueue(serving, job, { number }, { scheduled: true })
    await enqueue(serving, job, { number: 4 })
    await startServer(job)
    await eventually(count).toBe(0)
    expect(order[0]).toBe(4)
  })

  test('what people asked for leaves a worker to schedules', async () => {
    const asked = gatedJob('asked')
    const { job, runs } = recordingJob()
    for (const organization of await addOrganizations(5)) await asked.addIn(organization, 1, false)
    await startServer(asked.job, job)
    await enqueue(serving, job, { number: 1 }, { scheduled: true })
    await eventually(() => runs).toEqual([1])
    expect(asked.started).toHaveLength(3)
  })

  test('an organization has at most three of four workers', async () => {
    const gated = gatedJob('gated')
    const [one, other] = (await addOrganizations(2)) as [string, string]
    await gated.addIn(one, 10, false)
    await gated.addIn(one, 10, true)
    await startServer(gated.job)
    await eventually(() => gated.started).toEqual([one, one, one])
    await gated.addIn(other, 1, false)
    await database.query('notify jobs')
    await eventually(() => gated.started).toEqual([one, one, one, other])
    gated.open()
    await eventually(count).toBe(0)
  })

  test('jobs of a schedule are spread over the hour by organization, the same each time', async () => {
    const { job } = gatedJob('hourly')
    const organizations = await addOrganizations(200)
    const starts = async () =>
      (
        await database.query<{ id: string; scheduled: boolean; second: number }>(
          `select organization_id as id, scheduled, (extract(epoch from start_after)::bigint % 3600)::int as second from jobs order by 1`,
        )
      ).rows
    const add = () =>
      enqueueInEach(
        serving,
        job,
        organizations.map((id) => ({ id })),
      )
    await add()
    const first = await starts()
    expect(new Set(first.map(({ second }) => Math.floor(second / 600))).size).toBe(6)
    expect(first).toHaveLength(200)
    expect(first.every(({ scheduled }) => scheduled)).toBe(true)
    await database.query('truncate jobs')
    await add()
    expect(await starts()).toEqual(first)
  })

  test('a person’s request moves a waiting job of a schedule to the front', async () => {
    const { job } = recordingJob()
    await enqueue(serving, job, { number: 1 }, { key: 'same', scheduled: true })
    await enqueue(serving, job, { number: 2 }, { key: 'same' })
    const { rows: found } = await database.query('select scheduled from jobs')
    expect(found).toEqual([{ scheduled: false }])
  })
})

describe('several servers', () => {
  test('run each job once', async () => {
    const { job, runs } = recordingJob()
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    await Promise.all([startServer(job), startServer(job)])
    await Promise.all(numbers.map((number) => enqueue(serving, job, { number })))
    await eventually(count).toBe(0)
    expect(runs.toSorted((a, b) => a - b)).toEqual(numbers)
  })

  test('run a recurring job once per period and schedule the next', async () => {
    const run = vi.fn(async () => undefined)
    const jobs = [every(SOME_DAY, { name: 'again', title: 'Do it again', run })]
    await Promise.all([startServer(...jobs), startServer(...jobs)])
    expect(await rows()).toMatchObject([{ name: 'again', state: 'waiting', ...someDay }])
    for (const times of [1, 2, 3]) {
      await makeDue()
      await eventually(() => run.mock.calls.length).toBe(times)
      await eventually(row).toMatchObject({ state: 'waiting', attempts: 0, ...someDay })
    }
    expect(await count()).toBe(1)
  })

  test('take over expired leases and fail a job that crashes its server each time', async () => {
    const { job, runs } = recordingJob()
    const insertExpired = (number: number, attempts: number) =>
      database.query(
        `insert into jobs (name, data, state, lease, attempts, start_after)
         values ('note', jsonb_build_object('number', $1::int), 'running', gen_random_uuid(), $2, now() - interval '1 second')`,
        [number, attempts],
      )
    await insertExpired(1, 1)
    await insertExpired(2, 3)
    await startServer(job)
    await eventually(count).toBe(1)
    await eventually(row).toMatchObject({ state: 'failed', reason: 'The server stopped while this was running.' })
    expect(runs).toEqual([1])
  })

  test('ignore the result of a job whose lease another server holds', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = recordingJob(() => first.promise)
    const slow = await startServer(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(() => runs).toEqual([1])
    await database.query('update jobs set lease = gen_random_uuid()')
    first.resolve()
    await slow.stop()
    expect(await row()).toMatchObject({ state: 'running', attempts: 1 })
  })
})

describe('a recurring job', () => {
  test('is planned as soon as a server starts, and so are all others', async () => {
    const names = ['first', 'second', 'third']
    await startServer(...names.map((name) => every(SOME_DAY, { name, title: name, run: async () => undefined })))
    expect(await rows()).toMatchObject(names.map((name) => ({ name, state: 'waiting', ...someDay })))
  })

  test('that fails runs again at its next period and is listed as failed until it succeeds', async () => {
    let isFixed = false
    const run = async () => {
      if (!isFixed) throw new TypeError('no')
    }
    await startServer(
      every(SOME_DAY, { name: 'again', title: 'Do it again', retry: { attempts: 1, firstWaitSeconds: 1 }, run }),
    )
    await makeDue()
    await eventually(row).toMatchObject({ state: 'failed', attempts: 1, reason: 'It failed (TypeError).', ...someDay })
    await makeDue()
    await eventually(row).toMatchObject({ state: 'failed', attempts: 2 })
    isFixed = true
    await makeDue()
    await eventually(row).toMatchObject({ state: 'waiting', hasFailed: false, reason: null, ...someDay })
  })

  test('keeps the shorter of two periods', async () => {
    const run = async () => undefined
    await startServer(every('1 day at 03:00', { name: 'again', title: 'Do it again', run }))
    const { rows: found } = await database.query(
      "select to_char(start_after at time zone 'UTC', 'HH24:MI') as at from jobs",
    )
    expect(found).toEqual([{ at: '03:00' }])
    await startServer(every('1 minute', { name: 'again', title: 'Do it again', run }))
    expect((await row()).seconds).toBeLessThanOrEqual(60)
  })
})

describe('stopping', () => {
  test('waits for running jobs and starts no other', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = recordingJob(() => first.promise)
    const { stop } = await startServer(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(() => runs).toEqual([1])
    let isStopped = false
    const stopping = stop().then(() => {
      isStopped = true
    })
    await enqueue(serving, job, { number: 2 })
    await serving.query('select 1')
    expect(isStopped).toBe(false)
    first.resolve()
    await stopping
    expect(runs).toEqual([1])
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('releases jobs that were leased but not started', async () => {
    const { job, runs } = recordingJob()
    await enqueue(serving, job, { number: 1 })
    const { stop } = await startServer(job)
    // The query for due jobs is still running.
    await stop()
    expect(runs).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, hasFailed: false }])
    await startServer(job)
    await eventually(() => runs).toEqual([1])
  })
})

test('listens again after a lost connection', async () => {
  const { job, runs } = recordingJob()
  await startServer(job)
  const listening = "select pid from pg_stat_activity where datname = current_database() and query = 'listen jobs'"
  const pids = async () => (await database.query(listening)).rows.map(({ pid }) => pid)
  await eventually(pids).toHaveLength(1)
  const [lost] = await pids()
  await database.query('select pg_terminate_backend($1)', [lost])
  await eventually(pids).toEqual([expect.not.toSatisfy((pid) => pid === lost)])
  await enqueue(serving, job, { number: 1 })
  await eventually(() => runs).toEqual([1])
})

test.each(['1 week', '0 minutes', '1 day at 3', 'minute'])('rejects the period "%s"', (period) => {
  const run = async () => undefined
  expect(() => every(period as '1 day', { name: 'x', title: 'x', run })).toThrow('is no period')
})
