// npm run bench:tracing: processor time of a signed-in list with tracing, relative to the same list without it, in alternating
// rounds: with the default share of traced requests, and with all of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import type { Database } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { startTracing } from '../apps/server/src/tracing/start-tracing.ts'
import { compare, makeOrganization } from './signed-in-list.ts'

const CALLS = 1_000
const GOAL = 1.05

/** In a process of its own: its processor time does not count. */
const collector = spawn(process.execPath, [
  '-e',
  `require('node:http').createServer((request, response) => request.resume().on('end', () => response.end('{}')))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`,
])
const [port] = await once(collector.stdout, 'data')
const endpoint = `http://127.0.0.1:${String(port).trim()}`
const defaults = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing ?? { ratio: 1 }
const trace = (ratio: number) => startTracing({ endpoint, ratio, serviceName: 'sherpa' }, console.warn)

const directory = await mkdtemp(join(tmpdir(), 'sherpa-bench-'))
const postgres = await startEmbeddedPostgres(directory)
const addresses = { url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn }
const owner = new pg.Pool({ connectionString: postgres.url }) as unknown as Database
const [plain, tracedDatabase] = [await prepareDatabase(addresses), await prepareDatabase(addresses)]
const untraced = buildApp({ database: plain, rateLimited: false })
await untraced.ready()

try {
  const { organization, token } = await makeOrganization(owner)
  const list = async (app: typeof untraced) => {
    const url = `/api/organizations/${organization}/people`
    for (let call = 0; call < CALLS; call++) {
      const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      if (statusCode !== 200) throw new Error(`Status ${statusCode}`)
    }
  }
  // Opens its connections while nothing is traced.
  await list(untraced)
  const starting = await trace(1)
  const traced = buildApp({ database: tracedDatabase, rateLimited: false })
  await list(traced)
  await starting?.stop()

  for (const ratio of [defaults.ratio, 1]) {
    const cost = await compare(
      owner,
      async () => {
        const tracing = await trace(ratio)
        await list(traced)
        // Exports all spans, which counts.
        await tracing?.stop()
      },
      () => list(untraced),
      1,
    )
    console.log(
      `tracing ${ratio * 100} % of requests: a signed-in list takes ${cost.toFixed(3)} of the processor time without it ` +
        `(goal: at most ${GOAL})`,
    )
  }
  await traced.close()
} finally {
  collector.kill()
  await untraced.close()
  await Promise.all([plain.end(), tracedDatabase.end(), owner.end()])
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}
