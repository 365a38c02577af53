// npm run bench:api: throughput of demo requests through the API, compared with the same transaction directly with pg;
// cost of tenant isolation and response validation per signed-in call; and memory after many requests.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoRequestService } from '../apps/server/src/domains/demo/demo-requests.ts'
import { scheduleDemo } from '../apps/server/src/domains/demo/schedule-demo.ts'
import { idempotencyOf } from '../apps/server/src/http/idempotency.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { post } from './post.ts'
import { compareSignedInList } from './signed-in-list.ts'
import { median, startMeasured } from './site-server.ts'

const ROUNDS = 5
const REQUESTS = 4000
const CONNECTIONS = 32
const MEMORY_AFTER = { few: 5000, many: 50_000 }
const GOALS = { throughput: 0.6, memory: 1.3 }

const directory = await mkdtemp(join(tmpdir(), 'sherpa-bench-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
// Mail stays queued: only accepting requests is measured.
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.servingUrl,
  DATABASE_OWNER_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const requests = createDemoRequestService(database, async () => '')
let number = 0
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

try {
  await send(throughApi, MEMORY_AFTER.few)
  const early = await server.memoryMb()
  await send(directly, REQUESTS)

  const ratios: number[] = []
  for (let turn = 1; turn <= ROUNDS; turn++) {
    const cpuBefore = await server.cpuMs()
    const api = await send(throughApi, REQUESTS)
    const cpuUs = ((await server.cpuMs()) - cpuBefore) * (1000 / REQUESTS)
    const direct = await send(directly, REQUESTS)
    const ratio = api.perSecond / direct.perSecond
    ratios.push(ratio)
    console.log(
      `round ${turn}: API ${api.perSecond.toFixed(0)}/s, p99 ${api.p99.toFixed(1)} ms, ${cpuUs.toFixed(0)} µs of processor each; ` +
        `direct ${direct.perSecond.toFixed(0)}/s, p99 ${direct.p99.toFixed(1)} ms; ratio ${ratio.toFixed(2)}`,
    )
  }
  console.log(`median ratio ${median(ratios).toFixed(2)} (goal: at least ${GOALS.throughput})`)

  await compareSignedInList(postgres.url, database)

  await send(throughApi, MEMORY_AFTER.many - MEMORY_AFTER.few - ROUNDS * REQUESTS)
  const late = await server.memoryMb()
  console.log(
    `memory after ${MEMORY_AFTER.few} requests ${early.toFixed(0)} MB, after ${MEMORY_AFTER.many} ${late.toFixed(0)} MB: ` +
      `ratio ${(late / early).toFixed(2)} (goal: at most ${GOALS.memory})`,
  )
} finally {
  agent.destroy()
  await server.stop()
  await database.end()
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}

async function send(one: () => Promise<unknown>, count: number) {
  const times: number[] = []
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const before = performance.now()
        await one()
        times.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: count / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN }
}

function nextRequest() {
  const email = `visitor-${number++}@agency.example`
  return {
    key: `bench-key-${number}`,
    body: {
      full_name: 'Amara Cole',
      email,
      phone: '+1 302 555 0142',
      company: 'Ridgeline',
      preferred_date_time: inAMonth,
      additional_info: 'Two rosters',
    },
  }
}

function throughApi() {
  const { key, body } = nextRequest()
  return post(`${server.url}/api/demo/schedule`, {
    agent,
    headers: { 'Idempotency-Key': key, 'Time-Zone': 'America/New_York' },
    body,
  })
}

function directly() {
  const { key, body } = nextRequest()
  const idempotency = idempotencyOf({
    operation: 'scheduleDemo',
    organization: undefined,
    person: undefined,
    key,
    body,
    parameters: {},
  })
  return scheduleDemo(
    { request: body, asSent: body, timeZone: 'America/New_York', idempotency, clientAddress: '127.0.0.1' },
    { requests, limited: false, now: new Date(), companyTimeZone: 'America/New_York' },
  )
}
