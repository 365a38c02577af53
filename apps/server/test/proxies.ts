// npm run test:proxies: two servers behind each example of deploy/, with TLS and signed-in clients. One server is frozen, killed and
// replaced. Nothing acknowledged is lost or doubled, and behind HAProxy nobody waits for more than two seconds. Run it on an idle
// machine: on a busy one, a server that answers a probe after 0.6 seconds is out.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { freePorts, isInstalled, type ProxyName, proxies, startDeployedProxy } from './deployed-proxy.ts'
import { bookings } from './faults/bookings.ts'
import { endServer, startServer } from './faults/server-process.ts'
import { type Call, type Client, createTally, startClients, watch } from './rolling/clients.ts'
import { pdf } from './sample-files.ts'

const CLIENTS = { reads: 12, writes: 8, uploads: 2, streams: 6 }
const PAUSE_MS = 100
/** For longer than each of them needs to notice. */
const FROZEN_MS = { haproxy: 6000, nginx: 25_000 }
/** Beyond the longest one while both servers work. */
const LONGEST_WAIT_MS = { haproxy: 2000, nginx: 20_000 }
const SETTLE_MS = 3000

const names = Object.keys(proxies) as ProxyName[]
const missing = names.filter((name) => !isInstalled(name))
if (missing.length > 0) {
  console.error(`Proxies are missing: apt-get install ${missing.map((name) => proxies[name]).join(' ')}`)
  process.exit(1)
}

const directory = await mkdtemp(join(tmpdir(), 'sherpa-proxies-'))
const postgres = await startEmbeddedPostgres(directory)
await (await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: () => undefined })).end()
const database = new pg.Client(postgres.url)
await database.connect()
await bookings.prepare?.(database)
const { rows: athletes } = await database.query<{ organization: string; id: string }>(
  'select organization_id as organization, id from athletes',
)
const reads = bookings.reads?.().filter(({ body }) => !body) ?? []
const live = bookings.live?.()
const [portA = 0, portB = 0] = await freePorts(2)
const run = async (port: number) => {
  const server = await startServer({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.url,
    AUTH_SECRET: 'for servers that keep nothing secret',
    DATA_DIRECTORY: directory,
    DATABASE_CONNECTIONS: '16',
    DATABASE_BACKGROUND_CONNECTIONS: '8',
    DRAIN_SECONDS: '5',
    LOG_LEVEL: 'error',
  })
  server.stdout?.on('data', (text) => {
    if (String(text).includes('unexpected error')) console.error(String(text))
  })
  return server
}
const steady = await run(portA)
let other = await run(portB)

const failures: string[] = []
let number = 0
for (const name of names) await underLoad(name)

for (const server of [steady, other]) await endServer(server, 'SIGTERM')
await database.end()
await postgres.stop()
await rm(directory, { recursive: true, force: true })
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(
  failures.length === 0 ? 'Nothing was lost or doubled, and nobody waited for too long.' : 'Some checks failed.',
)
process.exit(failures.length === 0 ? 0 : 1)

async function underLoad(name: ProxyName) {
  const proxy = await startDeployedProxy(name, [portA, portB])
  const tally = createTally()
  const url = `https://app.sherpa.example:${proxy.securePort}`
  const booked = new Map<string, string>()
  const uploaded = new Set<string>()
  /** From the first attempt of a client until its answer. */
  let waitsMs: number[] = []
  let steadyMs: number | undefined

  /** As clients do: again with the same key, until it is answered. */
  const untilAnswered = async ({ send }: Client, call: Call) => {
    const begun = performance.now()
    for (;;) {
      const answer = await send(call)
      if (answer && answer.status < 500) {
        waitsMs.push(performance.now() - begun)
        return answer
      }
      await pause(PAUSE_MS)
    }
  }
  const read = async (client: Client) => {
    const call = reads[number++ % reads.length]
    if (call) await untilAnswered(client, call)
  }
  const write = async (client: Client) => {
    const { path, body, key, token } = bookings.request(number++)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await untilAnswered(client, { method: 'POST', path, headers, body, ...(token && { token }) })
    if (answer.status === 201) booked.set(key, bookings.nameOf(JSON.parse(answer.text)))
    else failures.push(`${name}: a booking was answered with ${answer.status}`)
  }
  const upload = async ({ send }: Client) => {
    const file = `file-${number++}.pdf`
    const path = `/api/organizations/${athletes[0]?.organization}/athletes/${athletes[0]?.id}/files?name=${file}`
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await send({ method: 'POST', path, headers, body: pdf, token: live?.token ?? '', once: true })
    if (answer?.status === 201) uploaded.add(file)
    await pause(1000)
  }
  const stream = () => {
    const state = {}
    return async ({ stopping }: Client) => live && watch(url, tally, live, stopping, state)
  }
  const times = <Work>(count: number, make: () => Work) => Array.from({ length: count }, make)
  const clients = startClients(
    url,
    tally,
    [
      ...times(CLIENTS.reads, () => read),
      ...times(CLIENTS.writes, () => write),
      ...times(CLIENTS.uploads, () => upload),
      ...times(CLIENTS.streams, stream),
    ],
    PAUSE_MS,
  )
  const phase = async (what: string, act: () => Promise<unknown>) => {
    waitsMs = []
    tally.statuses.clear()
    tally.streamGapsMs = []
    await act()
    const longest = Math.round(Math.max(...waitsMs))
    const gap = Math.round(Math.max(0, ...tally.streamGapsMs))
    const statuses = [...tally.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    console.log(
      `${name}, ${what}: longest wait ${longest} ms, streams ${tally.streamGapsMs.length}, away ${gap} ms; ${statuses}`,
    )
    steadyMs ??= longest
    if (longest > steadyMs + LONGEST_WAIT_MS[name]) failures.push(`${name}, ${what}: a client waited ${longest} ms`)
    if (tally.statuses.has(500)) failures.push(`${name}, ${what}: ${tally.statuses.get(500)} × 500`)
    return [...tally.statuses.keys()].filter((status) => typeof status !== 'number' || status > 299)
  }

  await phase('two servers', () => pause(SETTLE_MS))
  await phase('one frozen', async () => {
    other.kill('SIGSTOP')
    await pause(FROZEN_MS[name])
    other.kill('SIGCONT')
    await pause(SETTLE_MS)
  })
  await phase('one killed and started again', async () => {
    await endServer(other, 'SIGKILL')
    await pause(SETTLE_MS)
    other = await run(portB)
    await pause(SETTLE_MS)
  })
  if (name === 'haproxy') {
    const failed = await phase('one drained and started again', async () => {
      const exit = once(other, 'exit')
      other.kill('SIGTERM')
      await exit
      other = await run(portB)
      await pause(SETTLE_MS)
    })
    if (failed.length > 0) failures.push(`${name}: a drain cut off requests: ${failed.join(', ')}`)
  }
  await clients.stop()
  await proxy.stop()

  const { failures: lost, found } = await bookings.verify(database, booked)
  failures.push(...lost)
  const { rows: files } = await database.query('select name, count(*)::int as copies from files group by name')
  const copies = new Map(files.map((row) => [row.name, row.copies]))
  for (const file of uploaded)
    if (copies.get(file) !== 1) failures.push(`${file} is there ${copies.get(file) ?? 0} times`)
  console.log(`${name}: ${booked.size} bookings acknowledged, ${found}; ${uploaded.size} uploads acknowledged`)
}
