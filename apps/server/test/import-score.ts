// npm run import:score -- folder: imports pairs of x.csv or x.xlsx and x.expected.json, and prints the score as JSON.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { startJobs } from '../src/jobs/start-jobs.ts'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { scoreFolder, sumScores } from './score-imports.ts'

const [folder, only = ''] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: npm run import:score -- folder [part of a file name]')
  process.exit(2)
}
const directory = await mkdtemp(join(tmpdir(), 'sherpa-import-score-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.error })
const background = database.forBackground()
const owner = new pg.Pool({ connectionString: postgres.url })
const app = buildApp({ database, background, rateLimited: false, logger: { level: 'error' } })
const jobs = await startJobs({
  database: background,
  jobs: app.platform.jobs,
  log: { warn: console.error, error: console.error },
})
try {
  const files = await scoreFolder({ app, database: owner }, folder, (name) => name.includes(only))
  console.log(JSON.stringify({ total: sumScores(files), files }, null, 2))
} finally {
  await jobs.stop()
  await app.close()
  await owner.end()
  await Promise.all([database.end(), background.end()])
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
