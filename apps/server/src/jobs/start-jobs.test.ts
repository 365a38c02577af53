import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from '../../test/fresh-database.ts'
import { quietLog } from '../../test/jobs.ts'
import { type Database, inOrganization, inTransaction } from '../persistence/database.ts'
import { enqueue, startAgain } from './enqueue.ts'
import { defineJob, every, type Job } from './job.ts'
import { startJobs } from './start-jobs.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let serving: Database
/** As its owner, who sees the jobs of all organizations. */
let database: Database
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  serving = fresh.serving
  database = fresh.database
})
afterAll(() => fresh.drop())
beforeEach(() => database.query('truncate jobs'))
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
})

/** Generous: a busy machine is no failure. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000, interval: 10 })

/** One server that runs these jobs. */
async function server(...jobs: Job[]) {
  const running = await startJobs({ database: serving, jobs, log: quietLog })
  started.push(running)
  return running
}

/** A job that does what the test says, and notes what it was given. */
function noting(
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
/** So far away that it does not come about by itself while a test runs. */
const SOME_DAY = '7 days'
const someDay = { seconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 7 * 86_400) }

describe('a job that is enqueued', () => {
  test('is run with its data, by a server that waits for it, and is gone', async () => {
    const { job, runs } = noting()
    await server(job)
    await enqueue(serving, job, { number: 7 })
    await eventually(count).toBe(0)
    expect(runs).toEqual([7])
  })

  test('is there only if the transaction of its cause is', async () => {
    const { job, runs } = noting()
    const failing = inTransaction(serving, async (client) => {
      await enqueue(client, job, { number: 1 })
      throw new Error('The cause did not come about.')
    })
    await expect(failing).rejects.toThrow('The cause did not come about.')
    await inTransaction(serving, (client) => enqueue(client, job, { number: 2 }))
    await server(job)
    await eventually(count).toBe(0)
    expect(runs).toEqual([2])
  })

  test('with data that do not fit is refused where it is enqueued', async () => {
    const { job } = noting()
    await expect(enqueue(serving, job, { number: 0.5 })).rejects.toThrow(z.core.$ZodError)
    expect(await count()).toBe(0)
  })

  test('for later waits until then', async () => {
    const { job, runs } = noting()
    await server(job)
    await enqueue(serving, job, { number: 1 }, { startAfter: new Date(Date.now() + 3_600_000) })
    await enqueue(serving, job, { number: 2 })
    await eventually(count).toBe(1)
    expect(runs).toEqual([2])
    expect((await row()).seconds).toBeGreaterThan(3500)
    await makeDue()
    await eventually(count).toBe(0)
    expect(runs).toEqual([2, 1])
  })

  test('in an organization runs there, and is not to be seen from elsewhere', async () => {
    const { rows: made } = await database.query(
      "insert into organizations (name, kind) values ('Ours', 'agency'), ('Theirs', 'agency') returning id",
    )
    const [ours, theirs] = made.map(({ id }) => id as string) as [string, string]
    const seen: string[] = []
    const { job } = noting(async () => {
      const found = await serving.query('select id from organizations')
      seen.push(...found.rows.map(({ id }) => id))
    })
    await inOrganization(ours, () => enqueue(serving, job, { number: 1 }, { key: 'one' }))
    await inOrganization(theirs, () => enqueue(serving, job, { number: 1 }, { key: 'one' }))
    const visible = async (organization: string) =>
      (await inOrganization(organization, () => serving.query('select organization_id as id from jobs'))).rows
    expect(await visible(ours)).toEqual([{ id: ours }])
    expect((await serving.query('select from jobs')).rowCount).toBe(0)
    await server(job)
    await eventually(count).toBe(0)
    expect(seen.toSorted()).toEqual([ours, theirs].toSorted())
  })

  test('of a kind that a server does not know is left to those that do', async () => {
    const { job, runs } = noting()
    const { retry, title } = job
    const other = defineJob({ retry, title, name: 'other', data: z.object({}), run: async () => undefined })
    await server(other)
    await enqueue(serving, job, { number: 1 })
    await enqueue(serving, other, {})
    await eventually(count).toBe(1)
    expect(await row()).toMatchObject({ name: 'note', state: 'waiting' })
    await server(job)
    await eventually(() => runs).toEqual([1])
  })
})

describe('of jobs with the same key', () => {
  test('one that waits is enough, with the newest data', async () => {
    const { job, runs } = noting()
    await enqueue(serving, job, { number: 1 }, { key: 'same' })
    await enqueue(serving, job, { number: 2 }, { key: 'same' })
    await enqueue(serving, job, { number: 3 }, { key: 'another' })
    await server(job)
    await eventually(count).toBe(0)
    expect(runs.toSorted()).toEqual([2, 3])
  })

  test('the earlier time counts', async () => {
    const { job } = noting()
    const inHours = (hours: number) => ({ startAfter: new Date(Date.now() + hours * 3_600_000), key: 'same' })
    for (const hours of [3, 2, 4]) await enqueue(serving, job, { number: hours }, inHours(hours))
    const { seconds } = await row()
    expect(seconds).toBeGreaterThan(7000)
    expect(seconds).toBeLessThanOrEqual(7200)
  })

  test('one that is running may have begun too early, and is run once more', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = noting((number) => (number === 1 ? first.promise : Promise.resolve()))
    await server(job)
    await enqueue(serving, job, { number: 1 }, { key: 'same' })
    await eventually(() => runs).toEqual([1])
    await enqueue(serving, job, { number: 2 }, { key: 'same' })
    first.resolve()
    await eventually(count).toBe(0)
    expect(runs).toEqual([1, 2])
  })
})

describe('a job that fails', () => {
  test('is tried again after waits that double, and is then given up until it is started again', async () => {
    let mended = false
    const { job, runs } = noting(async () => {
      if (!mended) throw Object.assign(new Error('zoe@agency.example said no'), { code: 'ENOTZOE' })
    })
    await server(job)
    await enqueue(serving, job, { number: 1 })
    for (const [attempts, seconds] of [
      [1, 1000],
      [2, 2000],
    ] as const) {
      await eventually(row).toMatchObject({ state: 'waiting', attempts, hasFailed: false })
      // A busy machine may look a little later.
      const left = (await row()).seconds
      expect(left).toBeLessThanOrEqual(seconds)
      expect(left).toBeGreaterThan(seconds - 100)
      await makeDue()
    }
    await expect
      .poll(row)
      .toMatchObject({ state: 'failed', attempts: 3, planned: false, reason: 'It failed (ENOTZOE).' })

    mended = true
    const { rows: failed } = await database.query('select id from jobs')
    expect(await startAgain(serving, failed[0].id)).toBe(true)
    await eventually(count).toBe(0)
    expect(runs).toEqual([1, 1, 1, 1])
    expect(await startAgain(serving, failed[0].id)).toBe(false)
  })

  test('waits an hour at most', async () => {
    const { job } = noting(() => Promise.reject(new Error('no')), { attempts: 99, firstWaitSeconds: 3000 })
    await server(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(row).toMatchObject({ state: 'waiting', attempts: 1 })
    await makeDue()
    await eventually(row).toMatchObject({ state: 'waiting', attempts: 2 })
    expect((await row()).seconds).toBeLessThanOrEqual(3600)
  })

  test('keeps no other from being done', async () => {
    const { job, runs } = noting((number) => (number === 1 ? Promise.reject(new Error('no')) : Promise.resolve()))
    await enqueue(serving, job, { number: 1 })
    await enqueue(serving, job, { number: 2 })
    await server(job)
    await eventually(count).toBe(1)
    expect(runs.toSorted()).toEqual([1, 2])
  })
})

describe('several servers', () => {
  test('do each job once', async () => {
    const { job, runs } = noting()
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    await Promise.all([server(job), server(job)])
    await Promise.all(numbers.map((number) => enqueue(serving, job, { number })))
    await eventually(count).toBe(0)
    expect(runs.toSorted((a, b) => a - b)).toEqual(numbers)
  })

  test('do what recurs once each time, and plan its next time', async () => {
    const run = vi.fn(async () => undefined)
    const jobs = [every(SOME_DAY, { name: 'again', title: 'Do it again', run })]
    await Promise.all([server(...jobs), server(...jobs)])
    expect(await rows()).toMatchObject([{ name: 'again', state: 'waiting', ...someDay }])
    for (const times of [1, 2, 3]) {
      await makeDue()
      await eventually(() => run.mock.calls.length).toBe(times)
      await eventually(row).toMatchObject({ state: 'waiting', attempts: 0, ...someDay })
    }
    expect(await count()).toBe(1)
  })

  test('take over what a killed one had, and give up what ends its server each time', async () => {
    const { job, runs } = noting()
    const leftBehind = (number: number, attempts: number) =>
      database.query(
        `insert into jobs (name, data, state, lease, attempts, start_after)
         values ('note', jsonb_build_object('number', $1::int), 'running', gen_random_uuid(), $2, now() - interval '1 second')`,
        [number, attempts],
      )
    await leftBehind(1, 1)
    await leftBehind(2, 3)
    await server(job)
    await eventually(count).toBe(1)
    await eventually(row).toMatchObject({ state: 'failed', reason: 'The server stopped while this was running.' })
    expect(runs).toEqual([1])
  })

  test('write down nothing about a job that another one has taken over', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = noting(() => first.promise)
    const slow = await server(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(() => runs).toEqual([1])
    await database.query('update jobs set lease = gen_random_uuid()')
    first.resolve()
    await slow.stop()
    expect(await row()).toMatchObject({ state: 'running', attempts: 1 })
  })
})

describe('what recurs and fails', () => {
  test('is tried again when it is due anyway, and is listed as failed until it succeeds', async () => {
    let mended = false
    const run = async () => {
      if (!mended) throw new TypeError('no')
    }
    await server(
      every(SOME_DAY, { name: 'again', title: 'Do it again', retry: { attempts: 1, firstWaitSeconds: 1 }, run }),
    )
    await makeDue()
    await eventually(row).toMatchObject({ state: 'failed', attempts: 1, reason: 'It failed (TypeError).', ...someDay })
    await makeDue()
    await eventually(row).toMatchObject({ state: 'failed', attempts: 2 })
    mended = true
    await makeDue()
    await eventually(row).toMatchObject({ state: 'waiting', hasFailed: false, reason: null, ...someDay })
  })

  test('has the shorter of two periods', async () => {
    const run = async () => undefined
    await server(every('1 day at 03:00', { name: 'again', title: 'Do it again', run }))
    const { rows: found } = await database.query(
      "select to_char(start_after at time zone 'UTC', 'HH24:MI') as at from jobs",
    )
    expect(found).toEqual([{ at: '03:00' }])
    await server(every('1 minute', { name: 'again', title: 'Do it again', run }))
    expect((await row()).seconds).toBeLessThanOrEqual(60)
  })
})

describe('stopping', () => {
  test('waits for the jobs that are running, and begins no other', async () => {
    const first = Promise.withResolvers<void>()
    const { job, runs } = noting(() => first.promise)
    const { stop } = await server(job)
    await enqueue(serving, job, { number: 1 })
    await eventually(() => runs).toEqual([1])
    let over = false
    const stopping = stop().then(() => {
      over = true
    })
    await enqueue(serving, job, { number: 2 })
    await serving.query('select 1')
    expect(over).toBe(false)
    first.resolve()
    await stopping
    expect(runs).toEqual([1])
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('gives back what was taken and not begun', async () => {
    const { job, runs } = noting()
    await enqueue(serving, job, { number: 1 })
    const { stop } = await server(job)
    // It has asked for jobs, and has no answer yet.
    await stop()
    expect(runs).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, hasFailed: false }])
    await server(job)
    await eventually(() => runs).toEqual([1])
  })
})

test('a lost connection keeps nobody from hearing of new jobs', async () => {
  const { job, runs } = noting()
  await server(job)
  const listening = "select pid from pg_stat_activity where datname = current_database() and query = 'listen jobs'"
  const pids = async () => (await database.query(listening)).rows.map(({ pid }) => pid)
  await eventually(pids).toHaveLength(1)
  const [lost] = await pids()
  await database.query('select pg_terminate_backend($1)', [lost])
  await eventually(pids).toEqual([expect.not.toSatisfy((pid) => pid === lost)])
  await enqueue(serving, job, { number: 1 })
  await eventually(() => runs).toEqual([1])
})

test.each(['1 week', '0 minutes', '1 day at 3', 'minute'])('"%s" is no period', (period) => {
  const run = async () => undefined
  expect(() => every(period as '1 day', { name: 'x', title: 'x', run })).toThrow('is no period')
})
