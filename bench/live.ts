// npm run bench:live: 1,000 live streams of one organization: memory and CPU time, delay until a change reaches the last one,
// and latency for another organization while all of them refetch the changed row.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveMessage } from '@sherpa/contracts/live'
import pg from 'pg'
import { hashOfSessionToken } from '../apps/server/src/domains/accounts/session-token.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { median, startMeasured } from './site-server.ts'

const PEOPLE = 100
const WINDOWS_EACH = 10
const WINDOWS = PEOPLE * WINDOWS_EACH
const CHANGES = 5
const REST_MS = 10_000
/** As in use-live-updates.ts. */
const COLLECT_MS = 150
const GOALS = { memoryMb: 150, arrivalMs: 1000, waitMs: 1000 }

const directory = await mkdtemp(join(tmpdir(), 'sherpa-live-'))
const postgres = await startEmbeddedPostgres(directory)
await (await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })).end()
const owner = new pg.Pool({ connectionString: postgres.url })
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.servingUrl,
  DATABASE_OWNER_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SERVE_SITE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
// Browsers keep connections alive: each window has one for calls besides its stream.
const calls = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const keptConnection = new Agent({ keepAlive: true })
const newConnection = new Agent()

try {
  const crowded = await makeOrganization(PEOPLE + 1)
  const other = await makeOrganization(50)
  const [changing, ...watching] = crowded.people
  const [bystander] = other.people
  if (!changing || !bystander) throw new Error('Nobody is there.')
  const ordinaryCall = (turn: number) =>
    call(turn % 2 ? keptConnection : newConnection, peopleOf(other.organization), bystander.token)
  // Warm-up.
  for (let turn = 0; turn < 20; turn++) await ordinaryCall(turn)

  const without = await settledMemory()
  let onMessage: (message: LiveMessage, token: string) => void = () => undefined
  const streams: IncomingMessage[] = []
  await inTurn(watching, async ({ token }) => {
    for (let turn = 0; turn < WINDOWS_EACH; turn++) {
      const path = `/api/organizations/${crowded.organization}/live`
      streams.push(await openStream(path, token, (message) => onMessage(message, token)))
    }
  })
  const withThem = await settledMemory()
  const more = withThem - without
  console.log(
    `memory: ${without.toFixed(0)} MB without windows, ${withThem.toFixed(0)} MB with ${WINDOWS}: ${more.toFixed(0)} MB more (goal: at most ${GOALS.memoryMb}) ${verdict(more <= GOALS.memoryMb)}`,
  )

  const cpuBefore = await server.cpuMs()
  await pause(REST_MS)
  const cpu = (await server.cpuMs()) - cpuBefore
  console.log(`at rest: ${cpu.toFixed(0)} ms of processor time in ${REST_MS / 1000} s`)

  const quiet = await waitsDuring(ordinaryCall, () => pause(3000))
  console.log(`another organization, at rest: ${formatWaits(quiet)}`)
  for (let turn = 1; turn <= CHANGES; turn++) {
    const cpuAtFirst = await server.cpuMs()
    const { arrivals, answers, waits } = await change(turn % 2 ? 'coach' : 'athlete')
    const used = (await server.cpuMs()) - cpuAtFirst
    const last = Math.max(...arrivals)
    const longest = Math.max(...waits)
    console.log(
      `change ${turn}: heard by the last of ${arrivals.length} windows after ${last.toFixed(0)} ms ${verdict(last <= GOALS.arrivalMs)}; ` +
        `their calls: median ${median(answers).toFixed(0)} ms, longest ${Math.max(...answers).toFixed(0)} ms, ${used.toFixed(0)} ms of processor time; ` +
        `another organization meanwhile: ${formatWaits(waits)} ${verdict(longest <= GOALS.waitMs)}`,
    )
  }
  for (const stream of streams) stream.destroy()

  /** Changes a role and lets every window refetch the row. */
  async function change(role: string) {
    const arrivals: number[] = []
    const answers: number[] = []
    const asking: Promise<void>[] = []
    let sent = 0
    const allHeard = new Promise<void>((resolve) => {
      onMessage = (message, token) => {
        if (message.type !== 'changed' || message.topic !== 'members') return
        arrivals.push(performance.now() - sent)
        asking.push(
          (async () => {
            await pause(COLLECT_MS + Math.random() * message.spreadMs)
            const asked = performance.now()
            await call(calls, `${peopleOf(crowded.organization)}?ids=${message.ids}`, token)
            answers.push(performance.now() - asked)
          })(),
        )
        if (arrivals.length === WINDOWS) resolve()
      }
    })
    const waits = await waitsDuring(ordinaryCall, async () => {
      // Notifications may arrive before our response, so the time includes the change itself.
      sent = performance.now()
      await owner.query('update memberships set role = $1 where user_id = $2', [role, changing?.id])
      await allHeard
      await Promise.all(asking)
    })
    return { arrivals, answers, waits }
  }
} finally {
  calls.destroy()
  keptConnection.destroy()
  await server.stop()
  await owner.end()
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}

function peopleOf(organization: string) {
  return `/api/organizations/${organization}/people`
}

async function makeOrganization(members: number) {
  const { rows: made } = await owner.query<{ id: string }>(
    "insert into organizations (name, kind) values ('Ridgeline', 'agency') returning id",
  )
  const organization = made[0]?.id ?? ''
  const tokens = Array.from({ length: members }, () => randomBytes(24).toString('base64url'))
  const { rows } = await owner.query<{ id: string }>(
    `with given as (select gen_random_uuid() as id, hash, n from unnest($1::text[]) with ordinality as given (hash, n)),
     people as (insert into users (id, name, email, email_verified)
       select id, 'Amara Cole ' || n, id || '@agency.example', true from given returning id),
     members as (insert into memberships (organization_id, user_id, role) select $2, id, 'agent' from people),
     opened as (insert into sessions (user_id, token_hash, expires_at)
       select id, hash, now() + interval '1 day' from given join people using (id))
     select id from given order by n`,
    [tokens.map(hashOfSessionToken), organization],
  )
  return { organization, people: rows.map(({ id }, index) => ({ id, token: tokens[index] ?? '' })) }
}

/** Limits concurrency, as windows are not all opened at once. */
async function inTurn<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  const workers = Array.from({ length: 10 }, async () => {
    for (let item = waiting.pop(); item; item = waiting.pop()) await work(item)
  })
  await Promise.all(workers)
}

async function openStream(path: string, token: string, onMessage: (message: LiveMessage) => void) {
  const asked = request(server.url + path, { agent: false, headers: { Authorization: `Bearer ${token}` } }).end()
  const [stream] = (await once(asked, 'response')) as [IncomingMessage]
  if (stream.statusCode !== 200) throw new Error(`The stream was refused: status ${stream.statusCode}`)
  let rest = ''
  stream.setEncoding('utf8').on('error', () => undefined)
  stream.on('data', (part) => {
    const events = (rest + part).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) onMessage(JSON.parse(event.slice('data: '.length)))
  })
  // The server sends a message once the stream is registered.
  await once(stream, 'data')
  return stream
}

function call(agent: Agent, path: string, token: string) {
  return new Promise<void>((resolve, reject) => {
    const asked = request(server.url + path, { agent, headers: { Authorization: `Bearer ${token}` } })
    asked.on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: status ${answer.statusCode}`))
      answer.on('end', resolve).resume()
    })
    asked.on('error', reject).end()
  })
}

async function waitsDuring(ask: (turn: number) => Promise<void>, work: () => Promise<unknown>) {
  const waits: number[] = []
  let working = true
  const asking = (async () => {
    while (working) {
      const asked = performance.now()
      await ask(waits.length)
      waits.push(performance.now() - asked)
    }
  })()
  await work()
  working = false
  await asking
  return waits
}

/** RSS after garbage collection and a pause, in which the allocator returns freed memory. */
async function settledMemory() {
  await server.memoryMb()
  await pause(2000)
  return server.memoryMb()
}

function formatWaits(waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  return `median ${median(waits).toFixed(1)} ms, p95 ${p95.toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms of ${waits.length} calls`
}

function verdict(met: boolean) {
  return met ? 'ok' : 'over'
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
