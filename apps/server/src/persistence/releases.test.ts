// slow: applies releases to databases of their own; represented by apps/server/src/persistence/migration-rules.test.ts
import { cpSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { migrate } from './migrate.ts'
import { pendingMigrations } from './pending-migrations.ts'
import { findConnectionShortage, registerServer, startHeartbeat } from './servers.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let directory: string
beforeEach(async () => {
  fresh = await freshDatabase()
  directory = await mkdtemp(join(tmpdir(), 'sherpa-migrations-'))
  // The asynchronous copy of 160 files once stalled behind other work of the thread pool.
  cpSync(join(import.meta.dirname, 'migrations'), directory, { recursive: true })
})
afterEach(async () => {
  await fresh.drop()
  await rm(directory, { recursive: true })
})

const warnings: string[] = []
const run = (options: object = {}) =>
  migrate(fresh.database, async (_client, migrated) => migrated, {
    directory,
    warn: (message) => warnings.push(message),
    ...options,
  })
const write = (name: string, text: string) => writeFile(join(directory, name), text)
const tableExists = async (name: string) =>
  (await fresh.database.query('select to_regclass($1) is not null as found', [name])).rows[0].found as boolean

test('a migration after the first release declares what it is', async () => {
  await write('0901_a.sql', 'create table a ()')
  await expect(run()).rejects.toThrow('0901_a.sql must begin with "-- expand" or "-- contract".')
})

test('a server applies expands; a contract waits for the command, and for servers of older releases to end', async () => {
  await write('0901_a.sql', '-- expand\ncreate table a ()')
  const older = { id: '00000000-0000-0000-0000-000000000001', connections: 54 }
  expect(await run()).toMatchObject({ release: '0901_a.sql', isOlder: false })
  await registerServer(fresh.database, older, '0901_a.sql')
  await write('0902_b.sql', '-- contract\ndrop table a')
  await write('0903_c.sql', '-- expand\ncreate table c ()')
  expect(await pendingMigrations(fresh.database, directory)).toEqual({
    atStart: ['0903_c.sql'],
    contracts: ['0902_b.sql'],
  })
  await run()
  expect(await pendingMigrations(fresh.database, directory)).toEqual({ atStart: [], contracts: ['0902_b.sql'] })
  expect([await tableExists('a'), await tableExists('c')]).toEqual([true, true])

  await expect(run({ contract: true })).rejects.toThrow(
    '0902_b.sql removes what 1 running server of an older release may use: stop or update them first.',
  )
  await startHeartbeat(fresh.serving, older, { version: '0901_a.sql', onOutdated: () => undefined }).stop()
  await registerServer(fresh.database, older, '0903_c.sql')
  await run({ contract: true })
  expect(await tableExists('a')).toBe(false)
})

test('a server that was away finds the contract that was applied meanwhile, and its row is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = { id: '00000000-0000-0000-0000-000000000001', connections: 54 }
  const contracts: string[] = []
  const version = '0901_a.sql'
  const heartbeat = startHeartbeat(fresh.serving, server, { version, onOutdated: (name) => contracts.push(name) })
  const running = async () => (await fresh.database.query('select id, version, connections from servers')).rows

  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(running).toEqual([{ ...server, version }])
  await fresh.database.query('delete from servers')
  await fresh.database.query(
    "insert into migrations (name, kind) values ('0900_known.sql', 'contract'), ('0902_b.sql', 'contract'), ('0903_c.sql', 'expand')",
  )
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000)
      return contracts[0]
    })
    .toBe('0902_b.sql')
  expect(await running()).toEqual([{ ...server, version }])
  await heartbeat.stop()
  expect(await running()).toEqual([])
})

test('an empty database gets all migrations', async () => {
  await fresh.database.query('drop schema public cascade; create schema public')
  await write('0901_a.sql', '-- expand\ncreate table a ()')
  await write('0902_b.sql', '-- contract\ndrop table a')
  await run()
  expect(await tableExists('a')).toBe(false)
})

test('the previous release starts on a database with newer expands, and not on one with newer contracts', async () => {
  const functions = async () => (await fresh.database.query('select * from sql_functions order by name')).rows
  await write('0901_a.sql', '-- expand\ncreate table a ()')
  await run()
  // As a newer release would have left it.
  await fresh.database.query("update sql_functions set hash = 'newer'")
  const before = await functions()
  await rm(join(directory, '0901_a.sql'))
  expect(await run()).toMatchObject({ isOlder: true })
  expect(await functions()).toEqual(before)

  await write('0902_b.sql', '-- contract\ndrop table a')
  await run({ contract: true })
  await rm(join(directory, '0902_b.sql'))
  await expect(run()).rejects.toThrow(
    'The database has 0902_b.sql, which this release does not know: start a newer release.',
  )
})

test('a migration that was changed after it was applied ends the start', async () => {
  await write('0901_a.sql', '-- expand\ncreate table a ()')
  await run()
  await write('0901_a.sql', '-- expand\ncreate table b ()')
  await expect(run()).rejects.toThrow('0901_a.sql was changed after it was applied')
})

test('while a migration waits for a reader, others read', async () => {
  const { database } = fresh
  await write('0901_a.sql', '-- expand\nalter table plans add column a text')
  const reader = await database.connect()
  await reader.query('begin; select from plans')
  const migrating = run()
  // Reads that queued behind the migration would wait for the reader, which only ends below.
  await expect.poll(() => warnings).toContain('0901_a.sql waits for a long transaction to end.')
  for (const end = Date.now() + 2500; Date.now() < end; await pause(20)) await database.query('select from plans')
  await reader.query('commit')
  reader.release()
  await migrating
  await database.query('select a from plans')
})

test('a server that waits for the migrations of another says so once', async () => {
  const { database } = fresh
  const other = await database.connect()
  await other.query('select pg_advisory_lock(7405331)')
  warnings.length = 0
  const waiting = run()
  await expect.poll(() => warnings).toEqual(['Another server migrates the database: waiting until it is done.'])
  // A few more attempts of the waiting one.
  const attempts = async () =>
    (
      await database.query(
        "select query_start from pg_stat_activity where query like 'select pg_try_advisory%' and datname = current_database()",
      )
    ).rows[0]?.query_start?.getTime()
  const first = await attempts()
  await expect.poll(attempts).toBeGreaterThan(first)
  await other.query('select pg_advisory_unlock(7405331)')
  other.release()
  await waiting
  expect(warnings).toHaveLength(1)
})

test('an index is made concurrently, and again if it was interrupted', async () => {
  const { database } = fresh
  await write('0901_a.sql', '-- expand\ncreate unique index concurrently plans_twice on plans ((true));')
  await expect(run()).rejects.toThrow('could not create unique index')
  const isValid = async () =>
    (await database.query("select indisvalid from pg_index where indexrelid = 'plans_twice'::regclass")).rows[0]
      .indisvalid
  expect(await isValid()).toBe(false)
  await write('0901_a.sql', '-- expand\ncreate unique index concurrently plans_twice on plans (id);')
  // Two servers that start together.
  await Promise.all([run(), run()])
  expect(await isValid()).toBe(true)
})

test('servers that may open more connections than PostgreSQL accepts are noticed', async () => {
  const register = (last: number, connections: number) =>
    registerServer(fresh.database, { id: `00000000-0000-0000-0000-00000000000${last}`, connections }, '0001_x.sql')
  await register(1, 54)
  expect(await findConnectionShortage(fresh.database)).toBe(undefined)
  await register(2, 100_000)
  expect(await findConnectionShortage(fresh.database)).toMatch(
    /^2 servers may open 100054 connections, and PostgreSQL /,
  )
  await fresh.database.query("update servers set seen_at = now() - interval '31 seconds' where connections > 54")
  expect(await findConnectionShortage(fresh.database)).toBe(undefined)
})
