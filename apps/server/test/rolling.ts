// npm run test:rolling: two servers behind nginx are replaced by newer releases, each with a migration, under load. Clients of nginx see no
// failure, acknowledged writes are there exactly once, and a migration that waits for a long transaction does not slow down reads.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { bookings } from './faults/bookings.ts'
import { eventually } from './faults/eventually.ts'
import { startServer } from './faults/server-process.ts'
import { type Client, createTally, percentile, startClients, watch } from './rolling/clients.ts'
import { isNginxInstalled, startNginx } from './rolling/nginx.ts'
import { makeRelease } from './rolling/release.ts'
import { pdf } from './sample-files.ts'

const SECONDS = Number(process.env.ROLLING_SECONDS ?? 60)
const READER_SECONDS = Number(process.env.ROLLING_READER_SECONDS ?? 60)
const CLIENTS = { reads: 12, writes: 8, uploads: 4, streams: 8 }
const PAUSE_MS = 200
const LIMITS = { stopMs: 12_000, streamGapMs: 5000, listP99Ms: 500 }

if (!isNginxInstalled()) {
  console.error('nginx is missing: apt-get install nginx-light.')
  process.exit(1)
}

const directory = await mkdtemp(join(tmpdir(), 'sherpa-rolling-'))
const port = 20_000 + (process.pid % 20_000)
const ports = [port + 1, port + 2]
const url = `http://127.0.0.1:${port}`
const postgres = await startEmbeddedPostgres(directory)
await (await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: () => undefined })).end()
const database = new pg.Client(postgres.url)
await database.connect()
await bookings.prepare?.(database)
// An athlete has at most 200 files.
const { rows: athletes } = await database.query<{ organization: string; id: string }>(
  `insert into athletes (organization_id, id, given_name, family_name, level, stage)
   select organization_id, gen_random_uuid(), 'Kaia', 'Nakamura ' || n, 'pro', 'signed' from athletes, generate_series(1, 50) n
   returning organization_id as organization, id`,
)
const organization = athletes[0]?.organization
const reads = bookings.reads?.().filter(({ body }) => !body) ?? []
const live = bookings.live?.()
const lists = `/api/organizations/${organization}/athletes`

const expands = {
  '0901_second.sql':
    '-- expand\nalter table athletes add column second text; create table second (id uuid primary key);',
  '0902_third.sql': '-- expand\ncreate index concurrently athletes_second on athletes (organization_id, second);',
  '0903_fourth.sql': '-- expand\nalter table athletes add column fourth text;',
}
const names = Object.keys(expands) as (keyof typeof expands)[]
const programs = await Promise.all(
  [0, 1, 2, 3].map((count) =>
    makeRelease(
      join(directory, `release-${count + 1}`),
      Object.fromEntries(names.slice(0, count).map((name) => [name, expands[name]])),
    ),
  ),
)
const run = (server: number, release: number) =>
  startServer(
    {
      PORT: String(server),
      HOST: '127.0.0.1',
      DATABASE_URL: postgres.servingUrl,
      DATABASE_OWNER_URL: postgres.url,
      AUTH_SECRET: 'for servers that keep nothing secret',
      DATA_DIRECTORY: directory,
      DATABASE_CONNECTIONS: '16',
      DATABASE_BACKGROUND_CONNECTIONS: '8',
      DRAIN_SECONDS: '5',
    },
    programs[release],
  )
const servers = new Map<number, ChildProcess>()
for (const server of ports) servers.set(server, await run(server, 0))
const nginx = await startNginx(join(directory, 'nginx'), port, ports)

const failures: string[] = []
const stopsMs: number[] = []
const booked = new Map<string, string>()
const uploaded = new Set<string>()
await updateUnderLoad()
await restartPreviousRelease()
await migrateBesideReader()

await nginx.stop()
for (const server of servers.values()) await stop(server)
await database.end()
await postgres.stop()
await rm(directory, { recursive: true, force: true })
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'All servers were replaced without a failed request.' : 'Some checks failed.')
process.exit(failures.length === 0 ? 0 : 1)

async function updateUnderLoad() {
  const tally = createTally()
  let number = 0
  const read = async ({ send }: Client) => {
    const call = reads[number++ % reads.length]
    if (call) await send(call)
  }
  const write = async ({ send }: Client) => {
    const { path, body, key, token } = bookings.request(number++)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await send({
      method: 'POST',
      path,
      headers,
      body,
      ...(token && { token }),
    })
    if (answer?.status === 201) booked.set(key, bookings.nameOf(JSON.parse(answer.text)))
  }
  const upload = async ({ send }: Client) => {
    const athlete = athletes[number++ % athletes.length]?.id
    const name = `file-${number}.pdf`
    const path = `${lists}/${athlete}/files?name=${name}`
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await send({ method: 'POST', path, headers, body: pdf, token: live?.token ?? '' })
    if (answer?.status === 201) uploaded.add(name)
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
  const end = Date.now() + SECONDS * 1000
  for (const release of [1, 2]) for (const server of ports) await replace(server, release)
  await pause(Math.max(0, end - Date.now()))
  await clients.stop()

  const { failures: lost, found } = await bookings.verify(database, booked)
  failures.push(...lost)
  const { rows: files } = await database.query('select name, count(*)::int as copies from files group by name')
  const copies = new Map(files.map((row) => [row.name, row.copies]))
  for (const name of uploaded)
    if (copies.get(name) !== 1) failures.push(`${name} is there ${copies.get(name) ?? 0} times`)
  for (const [status, count] of tally.statuses) {
    if (typeof status !== 'number' || status < 200 || status > 299) failures.push(`${count} × ${status}`)
  }
  const gap = Math.round(Math.max(0, ...tally.streamGapsMs))
  if (gap > LIMITS.streamGapMs) failures.push(`a stream came back after ${gap} ms`)
  console.log(
    [
      `${stopsMs.length} replacements under ${Object.values(CLIENTS).reduce((sum, count) => sum + count)} clients:`,
      `  answers ${[...tally.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${tally.retried} retried by clients after a reload of nginx`,
      `  p50 ${percentile(tally.durationsMs, 0.5)} ms, p99 ${percentile(tally.durationsMs, 0.99)} ms`,
      `  ${booked.size} bookings acknowledged, ${found}; ${uploaded.size} uploads acknowledged, ${files.length} stored`,
      `  ${tally.streamGapsMs.length} streams came back, after ${gap} ms at most; stops took ${stopsMs.join(', ')} ms`,
    ].join('\n'),
  )
}

/** As an operator does: out of nginx, stopped, started as the next release, back into nginx. */
async function replace(server: number, release: number) {
  await nginx.takeOut(server)
  await stop(servers.get(server))
  servers.set(server, await run(server, release))
  await nginx.putBack(server)
}

async function stop(server: ChildProcess | undefined) {
  if (!server) return
  const begun = Date.now()
  const exit = once(server, 'exit')
  let drainMs = 0
  server.stdout?.on('data', (text) => {
    if (String(text).includes('Finishing')) drainMs = Date.now() - begun
  })
  server.kill('SIGTERM')
  const [code] = await exit
  const stopMs = Date.now() - begun
  stopsMs.push(stopMs)
  if (stopMs > LIMITS.stopMs) failures.push(`a server took ${stopMs} ms to stop, ${drainMs} ms of them to drain`)
  if (code !== 0) failures.push(`a server ended with code ${code}`)
}

/** A rollback: on the migrated database the previous release starts, and serves. */
async function restartPreviousRelease() {
  const [server = 0] = ports
  const functions = async () => JSON.stringify((await database.query('select * from sql_functions order by name')).rows)
  const before = await functions()
  await replace(server, 1)
  const tally = createTally()
  const work = async ({ send }: Client) => {
    for (const call of reads) await send(call)
  }
  const clients = startClients(`http://127.0.0.1:${server}`, tally, [work, work], PAUSE_MS)
  await pause(3000)
  await clients.stop()
  const bad = [...tally.statuses].filter(([status]) => status !== 200)
  if (bad.length > 0) failures.push(`the previous release answered ${JSON.stringify(bad)}`)
  if ((await functions()) !== before) failures.push('the previous release replaced SQL functions of the newer one')
  console.log(`The previous release on the migrated database: ${tally.statuses.get(200)} × 200`)
}

/** The migration needs an exclusive lock on a table that a transaction reads all the time. */
async function migrateBesideReader() {
  const [server = 0] = ports
  await nginx.takeOut(server)
  await stop(servers.get(server))
  const reader = new pg.Client(postgres.url)
  await reader.connect()
  await reader.query('begin; select from athletes')
  const baseline = await measureLists(10)
  const started = run(server, 3)
  const isWaiting = "select from pg_stat_activity where query like '%add column fourth%' and wait_event_type = 'Lock'"
  if (!(await eventually(async () => (await database.query(isWaiting)).rowCount === 1, 60_000))) {
    failures.push('the migration did not wait for the reader')
  }
  const waiting = await measureLists(READER_SECONDS)
  await reader.end()
  const ended = Date.now()
  servers.set(server, await started)
  if (waiting.p99 >= LIMITS.listP99Ms) failures.push(`p99 of lists was ${waiting.p99} ms while a migration waited`)
  console.log(
    `While a migration waited ${READER_SECONDS} s for a reader: ${waiting.count} lists, p99 ${waiting.p99} ms (${baseline.p99} ms before); up ${Date.now() - ended} ms after its end`,
  )
}

async function measureLists(seconds: number) {
  const tally = createTally()
  const token = live?.token ?? ''
  const work = async ({ send }: Client) => void (await send({ path: lists, token }))
  const clients = startClients(
    url,
    tally,
    Array.from({ length: 8 }, () => work),
    PAUSE_MS,
  )
  await pause(seconds * 1000)
  await clients.stop()
  const bad = [...tally.statuses].filter(([status]) => status !== 200)
  if (bad.length > 0) failures.push(`lists were answered with ${JSON.stringify(bad)}`)
  return { count: tally.durationsMs.length, p99: percentile(tally.durationsMs, 0.99) }
}
