import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for all tests; each test file gets a database of its own in it (fresh-database.ts). */
export default async function startPostgres(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-tests-'))
  const postgres = await startEmbeddedPostgres(directory)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
