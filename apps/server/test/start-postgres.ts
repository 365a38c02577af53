import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { administer, migrateTemplate } from './fresh-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    postgresServingUrl: string
  }
}

/** One real PostgreSQL for all tests; each test file gets its own database (fresh-database.ts). */
export default async function startPostgres(project: TestProject) {
  const directory = await mkdtemp(join((await hasRoomInMemory()) ? IN_MEMORY : tmpdir(), 'sherpa-tests-'))
  const postgres = await startEmbeddedPostgres(directory)
  await configure(postgres.url)
  await migrateTemplate(postgres)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresServingUrl', postgres.servingUrl)
  process.once('exit', () => stopAtOnce(directory))
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** An interrupted Vitest exits without calling the above. */
function stopAtOnce(directory: string) {
  const pidFile = join(directory, 'postgres/postmaster.pid')
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
}

/** tmpfs: creating a database of a thousand files on disk takes a third of a second per test file. */
const IN_MEMORY = '/dev/shm'
/** Ten times the need of all tests. */
const ROOM_BYTES = 4_000_000_000

async function hasRoomInMemory() {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > ROOM_BYTES
}

/** Test data need not survive a crash, and tests run each statement a few times: not worth five plans of its own. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  plan_cache_mode: 'force_generic_plan',
}

async function configure(postgresUrl: string) {
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await administer(`alter system set ${setting} = ${value}`, postgresUrl)
  }
  await administer('select pg_reload_conf()', postgresUrl)
}
