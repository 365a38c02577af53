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
  await disableDurability(postgres.url)
  await migrateTemplate(postgres)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresServingUrl', postgres.servingUrl)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** tmpfs: creating a database of a thousand files on disk takes a third of a second per test file. */
const IN_MEMORY = '/dev/shm'
/** Ten times the need of all tests. */
const ROOM_BYTES = 4_000_000_000

async function hasRoomInMemory() {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > ROOM_BYTES
}

/** Disables fsync and synchronous commits: test data need not survive a crash. */
async function disableDurability(postgresUrl: string) {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await administer(`alter system set ${setting} = off`, postgresUrl)
  }
  await administer('select pg_reload_conf()', postgresUrl)
}
