// npm run bench:memory: the server's resident memory after many requests, by part: lists, records and changes of a sample
// organization, and demo requests. MEMORY_AFTER sets when it is read, SERVER_FLAGS replaces the flags of Node.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { post } from './post.ts'
import { sampleRequests } from './sample-requests.ts'
import { startMeasured } from './site-server.ts'

const CONNECTIONS = 8
const GOALS = [1.3, 1.1]
const after = (process.env.MEMORY_AFTER ?? '5000,50000,200000').split(',').map(Number)

const directory = await mkdtemp(join(tmpdir(), 'sherpa-bench-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const owner = new pg.Pool({ connectionString: postgres.url })
const { requests, ask } = await sampleRequests(database, owner)
await owner.end()
await database.end()
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.servingUrl,
  DATABASE_OWNER_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
let sent = 0

try {
  console.log('at the start', JSON.stringify(await server.memoryParts()))
  let before: number | undefined
  for (const [index, count] of after.entries()) {
    const started = performance.now()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (sent < count) await send(sent++)
      }),
    )
    const parts = await server.memoryParts()
    const rss = parts.residentAfter ?? Number.NaN
    const ratio = before ? `, ratio ${(rss / before).toFixed(2)} (goal: at most ${GOALS[index - 1]})` : ''
    console.log(
      `after ${count} requests ${JSON.stringify(parts)}${ratio} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
    )
    before = rss
  }
} finally {
  agent.destroy()
  await server.stop()
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}

/** The requests in turn. */
function send(number: number) {
  const asked = requests[number % (requests.length + 1)]
  return asked ? ask(server.platformUrl, asked, agent) : schedule(number)
}

function schedule(number: number) {
  return post(`${server.url}/api/demo/schedule`, {
    agent,
    headers: { 'Idempotency-Key': `bench-key-${number}`, 'Time-Zone': 'America/New_York' },
    body: {
      full_name: 'Amara Cole',
      email: `visitor-${number}@agency.example`,
      phone: '+1 302 555 0142',
      company: 'Ridgeline',
      preferred_date_time: inAMonth,
      additional_info: 'Two rosters',
    },
  })
}
