// npm run bench:requests: processor time of the server and of PostgreSQL per signed-in request to the sample organization,
// beside 100,000 athletes of another one. --against <checkout> alternates with the server of another checkout.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { sampleRequests } from './sample-requests.ts'
import { seedSonar } from './seed-sonar.ts'
import { measureConnections } from './signed-in-list.ts'
import { type MeasuredServer, startMeasured } from './site-server.ts'

const OTHERS = 100_000
/** Until each connection has prepared and planned all statements. */
const WARM_UP = 60
const ROUNDS = 10
/** Of each request in a round: the time of connections is counted in hundredths of a second. */
const CALLS = 20

const { values: options } = parseArgs({ options: { against: { type: 'string' } } })
const checkouts = ['.', ...(options.against ? [options.against] : [])]

const directory = await mkdtemp(join(tmpdir(), 'sherpa-bench-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const owner = new pg.Pool({ connectionString: postgres.url })
await seedSonar(postgres.url, OTHERS)
const { requests, ask } = await sampleRequests(database, owner)
await database.end()

/** Milliseconds of the server and of PostgreSQL per call of each request. */
type Used = { server: number; database: number }[]

async function measure(server: MeasuredServer, used: Used, calls: number) {
  for (const [index, request] of requests.entries()) {
    const inDatabase = await measureConnections(owner)
    const before = await server.cpuMs()
    for (let call = 0; call < calls; call++) await ask(server.platformUrl, request)
    const sum = used[index] ?? { server: 0, database: 0 }
    used[index] = sum
    sum.server += (await server.cpuMs()) - before
    sum.database += await inDatabase()
  }
}

const servers: MeasuredServer[] = []
try {
  for (const checkout of checkouts) {
    const settings = {
      DATABASE_URL: postgres.servingUrl,
      DATABASE_OWNER_URL: postgres.url,
      AUTH_SECRET: 'for a server that keeps nothing secret',
      DATA_DIRECTORY: directory,
      RATE_LIMIT: 'off',
      SMTP_URL: 'smtp://127.0.0.1:1',
    }
    servers.push(await startMeasured(join(checkout, 'apps/server/src/server.ts'), settings))
  }
  for (const server of servers) await measure(server, [], WARM_UP)
  const used: Used[] = servers.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of servers.entries()) await measure(server, used[index] ?? [], CALLS)
  }
  const perCall = (ms = 0) => (ms / ROUNDS / CALLS).toFixed(2)
  for (const [index, { name }] of requests.entries()) {
    const figures = used.map((one) => `${perCall(one[index]?.server)} + ${perCall(one[index]?.database)} ms`)
    console.log(`${name.padEnd(30)} ${figures.join('   against   ')}`)
  }
  const totals = used.map((one) => one.reduce((sum, { server, database }) => sum + server + database, 0))
  const ofParts = (part: keyof Used[number]) =>
    used.map((one) => perCall(one.reduce((sum, request) => sum + request[part], 0) / requests.length))
  console.log(
    `server ${ofParts('server').join(' against ')}, PostgreSQL ${ofParts('database').join(' against ')} ms per request`,
  )
  const [here = 0, there] = totals
  if (there) console.log(`ratio ${(here / there).toFixed(3)} of the processor time of ${options.against}`)
} finally {
  for (const server of servers) await server.stop()
  await owner.end()
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}
