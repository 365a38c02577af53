// npm run bench:invoices: latency of other requests while 40 organizations download an invoice and change their plan
// and 40 others buy one, compared with idle latency.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { openDatabase } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { BILLING, runJob } from '../apps/server/test/jobs.ts'
import { median, startMeasured } from './site-server.ts'

const ROUNDS = 3
const CONCURRENCY = 40
const REST_MS = 2000
const GOAL_MS = 1000

const directory = await mkdtemp(join(tmpdir(), 'sherpa-invoices-'))
const postgres = await startEmbeddedPostgres(directory)
const serving = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
/** Owner, who sees all organizations. */
const database = openDatabase(postgres.url)
await database.query("update plans set price_cents = 4900 where audience = 'agency'")
// Mail stays queued: invoices are rendered on the first download.
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.servingUrl,
  DATABASE_OWNER_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SERVE_SITE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const app = buildApp({ database: serving, rateLimited: false })

try {
  const token = await signUp()
  for (let round = 1; round <= ROUNDS; round++) {
    const subscribed = await createOrganizationService(token)
    const others = await createOrganizationService(token)
    await Promise.all(subscribed.map((organization) => buy(token, organization)))
    await database.query('update subscriptions set trial_ends_at = now()')
    await runJob(app, serving, BILLING)
    const { rows } = await database.query(
      'select id, organization_id as organization from invoices where organization_id = any($1)',
      [subscribed],
    )

    const atRest = await watch(token, () => new Promise((resolve) => setTimeout(resolve, REST_MS)))
    const busy = await watch(token, () =>
      Promise.all([
        ...rows.map(({ id, organization }) => ask(token, 'GET', `invoices/${id}/pdf?organization=${organization}`)),
        ...others.map((organization) => buy(token, organization)),
        ...subscribed.map((organization) =>
          ask(token, 'PATCH', 'subscriptions/current', { organization, planId: 'agency-professional', seats: 3 }),
        ),
      ]),
    )
    console.log(`round ${round}: ${rows.length} invoices, purchases and changes in ${busy.took.toFixed(0)} ms`)
    for (const path of ['/healthz', '/api/account'] as const) {
      console.log(`  ${path}: at rest ${formatWaits(atRest.waits[path])}; meanwhile ${formatWaits(busy.waits[path])}`)
    }
    const worst = Math.max(...Object.values(busy.waits).flat())
    console.log(`  longest wait ${worst.toFixed(0)} ms (goal: at most ${GOAL_MS})`)
  }
} finally {
  await server.stop()
  await app.close()
  await Promise.all([serving.end(), database.end()])
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}

async function signUp() {
  await ask(undefined, 'POST', 'account/registration', { email: 'owner@agency.example' })
  const { rows } = await database.query("select details->>'token' as token from outgoing_mail")
  const created = await ask(undefined, 'POST', 'account', {
    token: rows[0].token,
    name: 'Owner',
    password: 'quiet-ropes-carry-winter-camps',
  })
  return ((await created.json()) as { token: string }).token
}

async function createOrganizationService(token: string) {
  const founding = Array.from({ length: CONCURRENCY }, async () => {
    const answer = await ask(token, 'POST', 'organizations', { name: 'Ridgeline', kind: 'agency' })
    return ((await answer.json()) as { id: string }).id
  })
  return Promise.all(founding)
}

function buy(token: string, organization: string) {
  return ask(token, 'POST', 'subscriptions/purchase', { organization, planId: 'agency-professional', seats: 2 })
}

async function ask(token: string | undefined, method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: status ${answer.status}`)
  return answer
}

/** Probes two endpoints during the work and records latencies. */
async function watch(token: string, work: () => Promise<unknown>) {
  const waits = { '/healthz': [] as number[], '/api/account': [] as number[] }
  let working = true
  const watchers = Object.entries(waits).map(async ([path, list]) => {
    while (working) {
      const asked = performance.now()
      const answer = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      list.push(performance.now() - asked)
    }
  })
  const started = performance.now()
  await work()
  const took = performance.now() - started
  working = false
  await Promise.all(watchers)
  return { waits, took }
}

function formatWaits(waits: number[]) {
  return `median ${median(waits).toFixed(1)} ms, longest ${Math.max(...waits).toFixed(0)} ms of ${waits.length}`
}
