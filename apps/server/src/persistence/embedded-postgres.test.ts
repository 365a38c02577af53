// slow: starts and kills PostgreSQL; represented by apps/server/src/server.test.ts
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sherpa-embedded-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const processId = async () =>
  Number((await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('keeps data across restarts, reuses a running instance and recovers from a crash', async () => {
  const first = await startEmbeddedPostgres(directory)
  await query(first.url, 'create table kept (word text unique); insert into kept values (1)')
  await expect(query(first.url, "insert into kept values ('personal data'), ('personal data')")).rejects.toThrow()
  const log = await readFile(join(directory, 'postgres/server.log'), 'utf8')
  expect([log.includes('duplicate key'), log.includes('DETAIL')]).toEqual([true, false])
  await first.stop()

  const second = await startEmbeddedPostgres(directory)
  expect(await query(second.url, 'select * from kept')).toHaveLength(1)

  // As after a killed server: the instance still runs.
  const third = await startEmbeddedPostgres(directory)
  expect(third.url).toBe(second.url)
  const before = await processId()

  process.kill(before, 'SIGKILL')
  await expect.poll(() => query(third.url, 'select * from kept').catch(() => []), { timeout: 15_000 }).toHaveLength(1)
  expect(await processId()).not.toBe(before)

  // Another client is connected, so stopping leaves it running.
  const user = new pg.Client(third.url)
  await user.connect()
  await second.stop()
  expect((await user.query('select * from kept')).rows).toHaveLength(1)
  await user.end()
  await third.stop()
  await expect(query(third.url, 'select 1')).rejects.toThrow()
})

test('concurrent first starts create one database, and an incomplete one is recreated', async () => {
  const other = await mkdtemp(join(tmpdir(), 'sherpa-embedded-'))
  await mkdir(join(other, 'postgres.new'))
  await writeFile(join(other, 'postgres.new/PG_VERSION'), '18')
  // Stale lock.
  await writeFile(join(other, 'initializing'), '999999999')
  const [one, two] = await Promise.all([startEmbeddedPostgres(other), startEmbeddedPostgres(other)])
  expect(one.url).toBe(two.url)
  expect(await query(one.url, 'select 1')).toHaveLength(1)
  // Together: the watch of the other would restart it. The later one may find it gone.
  const stopped = await Promise.allSettled([one.stop(), two.stop()])
  expect(stopped.map(({ status }) => status)).toContain('fulfilled')
  await rm(other, { recursive: true, force: true })
})
