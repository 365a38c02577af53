// npm run test:faults: fault injection. Clients request demos and book receipts while servers and database are killed.
// Afterwards every acknowledged request exists exactly once, every demo request has its confirmation, and the ledger balances.
// A server whose database restarts stays up, answers 503 meanwhile and recovers.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { verifyBackgroundWork } from './faults/background-work.ts'
import { bookings } from './faults/bookings.ts'
import { demoRequests } from './faults/demo-requests.ts'
import { eventually } from './faults/eventually.ts'
import { keepAsking, type Tally } from './faults/keep-asking.ts'
import { keepReading, keepWatching } from './faults/keep-reading.ts'
import type { Load } from './faults/load.ts'
import { restartDatabase } from './faults/restart-database.ts'
import { endServer, startServer } from './faults/server-process.ts'

const SECONDS = Number(process.env.FAULT_SECONDS ?? 30)
/** Database restarts under a running server. */
const RESTARTS = Number(process.env.FAULT_RESTARTS ?? 50)
/** Counted from when the database accepts connections. */
const RECOVERY_MS = 10_000

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onData: (stream, _session, done) => stream.on('end', done).resume(),
})
// Killed clients break connections: expected here.
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`

const failures: string[] = []
// 0 skips these.
for (const load of SECONDS > 0 ? [demoRequests, bookings] : []) {
  failures.push(...(await serverAndDatabaseKilled(load)), ...(await oneOfTwoServersKilled(load)))
}
if (RESTARTS > 0) failures.push(...(await databaseRestarted(bookings)))
smtp.close()
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'Nothing that was acknowledged was lost or doubled.' : 'Some checks failed.')
process.exit(failures.length === 0 ? 0 : 1)

/** One server with embedded database; kills them in turn. */
async function serverAndDatabaseKilled(load: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  await prepareLoad(load, await startEmbeddedPostgres(directory), true)
  const port = 20_000 + (process.pid % 20_000)
  let server = await startServer({ PORT: String(port), DATA_DIRECTORY: directory, SMTP_URL: smtpUrl })
  const requests = keepAsking(load, [`http://localhost:${port}`])
  let kills = 0
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; kills++) {
    await pause(800 + 700 * (kills % 3))
    if (kills % 2 === 0) {
      await endServer(server, 'SIGKILL')
      server = await startServer({ PORT: String(port), DATA_DIRECTORY: directory, SMTP_URL: smtpUrl })
    } else {
      const [pid] = (await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')
      try {
        if (pid) process.kill(Number(pid), 'SIGKILL')
      } catch {
        // Not restarted yet.
      }
    }
  }
  const acknowledged = await requests.stop()
  const postgres = await startEmbeddedPostgres(directory)
  const failures = await verify(load, 'server and database killed', postgres.url, acknowledged, `${kills} kills`)
  await endServer(server, 'SIGTERM')
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return failures
}

/** Two servers on one database; kills and restarts one. */
async function oneOfTwoServersKilled(load: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  const postgres = await startEmbeddedPostgres(directory)
  await prepareLoad(load, postgres, false)
  const port = 20_000 + (process.pid % 20_000)
  const settings = (which: number) => ({
    PORT: String(port + which),
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.url,
    AUTH_SECRET: 'for servers that keep nothing secret',
    SMTP_URL: smtpUrl,
  })
  const steady = await startServer(settings(1))
  let other = await startServer(settings(2))
  const requests = keepAsking(load, [`http://localhost:${port + 1}`, `http://localhost:${port + 2}`])
  let kills = 0
  for (const end = Date.now() + (SECONDS * 1000) / 2; Date.now() < end; kills++) {
    await pause(1000)
    await endServer(other, 'SIGKILL')
    other = await startServer(settings(2))
  }
  const failures = await verify(
    load,
    'one of two servers killed',
    postgres.url,
    await requests.stop(),
    `${kills} kills`,
  )
  await Promise.all([steady, other].map((server) => endServer(server, 'SIGTERM')))
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return failures
}

/** Restarts the database under a running server, alternating clean shutdown and crash. */
async function databaseRestarted(load: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  const postgres = await startEmbeddedPostgres(directory)
  // Writes of a killed process survive in the page cache. With fsync, each recovery would take seconds.
  await prepareLoad(load, postgres, false, ['alter system set fsync = off', 'select pg_reload_conf()'])
  const port = 20_000 + (process.pid % 20_000)
  const url = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.url,
    AUTH_SECRET: 'for servers that keep nothing secret',
    SMTP_URL: smtpUrl,
  }
  let exits = 0
  let isStopping = false
  let server = await startMonitored()
  const requests = keepAsking(load, [url])
  const reading = keepReading(load.reads?.() ?? [], url)
  const watching = load.live && keepWatching(load.live(), url)
  const recoveries: number[] = []
  const failures: string[] = []
  for (let restart = 1; restart <= RESTARTS && failures.length === 0; restart++) {
    await pause(500)
    if (!(await restartDatabase(directory, restart % 2 ? 'SIGINT' : 'SIGKILL'))) failures.push('no database')
    const [back, before] = [Date.now(), requests.acknowledged.size]
    if (await eventually(() => requests.acknowledged.size > before, RECOVERY_MS)) recoveries.push(Date.now() - back)
    else failures.push(`nothing was acknowledged within ${RECOVERY_MS} ms of restart ${restart}`)
  }
  if (watching) {
    const before = watching.heard.changes
    if (!(await eventually(() => watching.heard.changes > before, RECOVERY_MS))) failures.push('no live updates')
  }
  const read = await reading.stop()
  const acknowledged = await requests.stop()
  await watching?.stop()

  const database = new pg.Client(postgres.url)
  await database.connect()
  failures.push(...(await verifyBackgroundWork(database, url)))
  await database.end()
  if (exits > 0) failures.push(`the server exited ${exits} times`)
  failures.push(...unexpected(requests.tally, ['201', '503']), ...unexpected(read, ['200', '503']))
  const restarts = `${recoveries.length} restarts`
  const all = await verify(load, 'database restarted', postgres.url, acknowledged, restarts, failures)
  const { streams, refreshes } = watching?.heard ?? { streams: 0, refreshes: 0 }
  console.log(
    [
      `  ${exits} exits of the server, requests ${formatTally(requests.tally)}, reads ${formatTally(read)}`,
      `  accepting again after ${median(recoveries)} ms (median), ${Math.max(...recoveries)} ms (most)`,
      `  ${streams} live streams opened, ${refreshes} times told to refetch`,
    ].join('\n'),
  )
  isStopping = true
  await endServer(server, 'SIGTERM')
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return all

  /** Counts exits and restarts the server. */
  async function startMonitored() {
    const started = await startServer(settings)
    started.once('exit', async () => {
      if (isStopping) return
      exits++
      server = await startMonitored()
    })
    return started
  }
}

function unexpected(tally: Tally, expected: string[]) {
  const others = [...tally].filter(([outcome]) => !expected.includes(outcome))
  return others.map(([outcome, count]) => `${count} × ${outcome}`)
}

function formatTally(tally: Tally) {
  return [...tally].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')
}

function median(numbers: number[]) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}

/** Prepares the database for the load; stops it if the server is to start it. */
async function prepareLoad(
  load: Load,
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  stop: boolean,
  settings: string[] = [],
) {
  await (await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: () => undefined })).end()
  const database = new pg.Client(postgres.url)
  await database.connect()
  await load.prepare?.(database)
  for (const setting of settings) await database.query(setting)
  await database.end()
  if (stop) await postgres.stop()
}

async function verify(
  load: Load,
  scenario: string,
  url: string,
  acknowledged: Map<string, string>,
  faults: string,
  known: string[] = [],
) {
  const database = new pg.Client(url)
  await database.connect()
  const { failures, found } = await load.verify(database, acknowledged)
  await database.end()
  console.log(`${load.name}, ${scenario}: ${faults}, ${acknowledged.size} acknowledged, ${found}`)
  if (acknowledged.size < 20) failures.push(`only ${acknowledged.size} requests got through`)
  return [...known, ...failures].map((failure) => `${load.name}, ${scenario}: ${failure}`)
}
