// slow: writes under load; represented by apps/server/src/server.test.ts
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint } from '../../test/fingerprint.ts'
import { createSampleService } from '../domains/samples/samples.ts'
import { sampleParts } from '../sample-parts.ts'
import { backUpEmbedded, restoreEmbedded } from './embedded-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { rotateLog } from './rotate-log.ts'

let folder: string
let directory: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sherpa-backup-'))
  directory = join(folder, 'data')
  postgres = await startEmbeddedPostgres(directory)
  // Without waiting for the disk; the backup itself does.
  const administrator = await connected(postgres.url)
  await administrator.query('alter system set fsync = off')
  await administrator.query('select pg_reload_conf()')
  await administrator.end()
  const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: () => undefined })
  await createSampleService({ database, clock: () => new Date(), fill: sampleParts }).make()
  await database.end()
  await mkdir(join(directory, 'files/ab'), { recursive: true })
  await writeFile(join(directory, 'files/ab/abcd'), 'sealed')
  await writeFile(join(directory, 'files/ab/abce.part'), 'half')
  await writeFile(join(directory, 'auth-secret'), 'secret')
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function connected(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

test('a backup under load is restored with every row', async () => {
  const client = await connected(postgres.url)
  const before = await fingerprint(client)
  expect(before.entry_lines?.rows).toBeGreaterThan(0)
  await client.query('create table written (number int primary key)')
  // Writes and checkpoints go on meanwhile.
  let written = 0
  let stopping = false
  const writing = (async () => {
    while (!stopping) await client.query('insert into written values ($1)', [++written])
  })()
  await expect.poll(() => written).toBeGreaterThan(10)
  const writtenBefore = written - 1
  const backup = join(folder, 'backup')
  await backUpEmbedded(directory, backup)
  stopping = true
  await writing
  await client.query('drop table written')
  await client.end()
  expect(writtenBefore).toBeLessThan(written)

  const restored = join(folder, 'restored')
  await restoreEmbedded(backup, restored)
  const copy = await startEmbeddedPostgres(restored)
  try {
    const reader = await connected(copy.url)
    const { rows } = await reader.query('select count(*)::int, max(number) from written')
    expect(rows[0].count).toBe(rows[0].max)
    expect(rows[0].count).toBeGreaterThanOrEqual(writtenBefore)
    await reader.query('drop table written')
    expect(await fingerprint(reader)).toEqual(before)
    await reader.end()
    // The user who serves is there, too.
    await (await connected(copy.servingUrl)).end()
    expect(await readFile(join(restored, 'files/ab/abcd'), 'utf8')).toBe('sealed')
    expect(await readFile(join(restored, 'auth-secret'), 'utf8')).toBe('secret')
  } finally {
    await copy.stop()
  }
  await expect(backUpEmbedded(directory, backup)).rejects.toThrow('name a new folder')
  await expect(restoreEmbedded(backup, directory)).rejects.toThrow(`${directory}/postgres exists`)
  await expect(restoreEmbedded(directory, join(folder, 'other'))).rejects.toThrow('is not a backup')
})

test('the log is rotated while PostgreSQL writes to it', async () => {
  const log = join(directory, 'postgres/server.log')
  const client = await connected(postgres.url)
  await appendFile(log, 'x'.repeat(5000))
  await rotateLog(log, 5000)
  expect((await stat(log)).size).toBe(0)
  expect((await stat(`${log}.1`)).size).toBeGreaterThanOrEqual(5000)
  await expect(client.query('select wrong')).rejects.toThrow()
  await expect.poll(async () => (await readFile(log, 'utf8')).includes('column "wrong" does not exist')).toBe(true)
  expect((await readFile(log, 'utf8')).charCodeAt(0)).not.toBe(0)
  await client.end()
})
