import { expect, test } from 'vitest'
import { startWorker } from './worker.ts'

const quiet = { error: () => undefined }
const LONG = 3_600_000

test('runs while there is work and again when woken', async () => {
  let waiting = 3
  let done = 0
  const worker = startWorker(
    async () => {
      if (waiting === 0) return 0
      waiting--
      done++
      return 1
    },
    LONG,
    quiet,
  )
  await expect.poll(() => done).toBe(3)
  waiting = 2
  worker.wake()
  await expect.poll(() => done).toBe(5)
  await worker.stop()
})

test('continues after a failure', async () => {
  let tries = 0
  const worker = startWorker(
    async () => {
      tries++
      throw new Error('The database is away')
    },
    5,
    quiet,
  )
  await expect.poll(() => tries).toBeGreaterThan(2)
  expect(worker.lastSuccess()).toBeUndefined()
  await worker.stop()
})

test('stop waits for the current run', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let finished = false
  const work = async () => {
    await promise
    finished = true
    return 0
  }
  const worker = startWorker(work, LONG, quiet)
  const stopped = worker.stop()
  resolve()
  await stopped
  expect(finished).toBe(true)
})
