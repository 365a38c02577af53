// npm run test:faults: clients keep asking for demos, and keep booking receipts, while servers and database are killed again and again. At
// the end everything that was acknowledged is there exactly once, every demo request has its confirmation, and the books balance.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { bookings } from './faults/bookings.ts'
import { demoRequests } from './faults/demo-requests.ts'
import type { Load } from './faults/load.ts'

const SECONDS = Number(process.env.FAULT_SECONDS ?? 30)
const SERVER = join(import.meta.dirname, '../src/server.ts')

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onData: (stream, _session, done) => stream.on('end', done).resume(),
})
// A client that is killed in the middle of a message is what this is about.
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`

const failures: string[] = []
for (const load of [demoRequests, bookings]) {
  failures.push(...(await serverAndDatabaseKilled(load)), ...(await oneOfTwoServersKilled(load)))
}
smtp.close()
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(
  failures.length === 0 ? 'Nothing that was acknowledged was lost or doubled.' : 'Something was lost or doubled.',
)
process.exit(failures.length === 0 ? 0 : 1)

/** One server with its own database; now the one is killed, now the other. */
async function serverAndDatabaseKilled(load: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  await prepared(load, await startEmbeddedPostgres(directory), true)
  const port = 20_000 + (process.pid % 20_000)
  let server = await start({ PORT: String(port), DATA_DIRECTORY: directory })
  const asking = keepAsking(load, [`http://localhost:${port}`])
  let kills = 0
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; kills++) {
    await pause(800 + 700 * (kills % 3))
    if (kills % 2 === 0) {
      await endServer(server, 'SIGKILL')
      server = await start({ PORT: String(port), DATA_DIRECTORY: directory })
    } else {
      const [pid] = (await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')
      try {
        if (pid) process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has not come back since the last time.
      }
    }
  }
  const acknowledged = await asking.stop()
  const postgres = await startEmbeddedPostgres(directory)
  const failures = await verify(load, 'server and database killed', postgres.url, acknowledged, kills)
  await endServer(server, 'SIGTERM')
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return failures
}

/** Two servers on one database, of which one is killed and started again. */
async function oneOfTwoServersKilled(load: Load) {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  const postgres = await startEmbeddedPostgres(directory)
  await prepared(load, postgres, false)
  const port = 20_000 + (process.pid % 20_000)
  const settings = (which: number) => ({
    PORT: String(port + which),
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'for servers that keep nothing secret',
  })
  const steady = await start(settings(1))
  let other = await start(settings(2))
  const asking = keepAsking(load, [`http://localhost:${port + 1}`, `http://localhost:${port + 2}`])
  let kills = 0
  for (const end = Date.now() + (SECONDS * 1000) / 2; Date.now() < end; kills++) {
    await pause(1000)
    await endServer(other, 'SIGKILL')
    other = await start(settings(2))
  }
  const failures = await verify(load, 'one of two servers killed', postgres.url, await asking.stop(), kills)
  await Promise.all([steady, other].map((server) => endServer(server, 'SIGTERM')))
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return failures
}

/** Starts a server, again if it ends before it is up: it may have met a database that was just killed. */
async function start(settings: Record<string, string>): Promise<ChildProcess> {
  const env = {
    ...process.env,
    SERVE_SITE: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    SMTP_URL: smtpUrl,
    ...settings,
  }
  for (let attempt = 1; attempt <= 20; attempt++) {
    const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const up = new Promise<boolean>((resolve) => {
      server.stdout.on('data', (text) => String(text).includes('is up') && resolve(true))
      server.once('exit', () => resolve(false))
    })
    if (await up) return server
  }
  throw new Error('The server does not start.')
}

async function endServer(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

/** The database with what the load needs; stopped again, if the server is to start it. */
async function prepared(load: Load, postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>, stop: boolean) {
  await (await prepareDatabase({ url: postgres.url, warn: () => undefined })).end()
  const database = new pg.Client(postgres.url)
  await database.connect()
  await load.prepare?.(database)
  await database.end()
  if (stop) await postgres.stop()
}

/** Clients that ask one after the other, each until it is acknowledged, with the same key at every try. */
function keepAsking(load: Load, urls: string[]) {
  const acknowledged = new Map<string, string>()
  let stopping = false
  let count = 0
  const client = async () => {
    while (!stopping) {
      const number = count++
      const { path, body, key, token } = load.request(number)
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': `fault-test-${key}`,
        ...(token && { authorization: `Bearer ${token}` }),
      }
      for (let attempt = 0; !acknowledged.has(key); attempt++) {
        const url = urls[(number + attempt) % urls.length]
        try {
          const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
          if (answer.status === 201) acknowledged.set(key, load.nameOf(await answer.json()))
          else if (answer.status < 500) throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
        } catch (error) {
          if (error instanceof Error && error.message.startsWith('Unexpected')) throw error
        }
        if (!acknowledged.has(key)) {
          if (stopping) return
          await pause(50)
        }
      }
    }
  }
  const clients = Promise.all(Array.from({ length: load.clients }, client))
  return {
    stop: async () => {
      stopping = true
      await clients
      return acknowledged
    },
  }
}

async function verify(load: Load, scenario: string, url: string, acknowledged: Map<string, string>, kills: number) {
  const database = new pg.Client(url)
  await database.connect()
  const { failures, found } = await load.verify(database, acknowledged)
  await database.end()
  console.log(`${load.name}, ${scenario}: ${kills} kills, ${acknowledged.size} acknowledged, ${found}`)
  if (acknowledged.size < 20) failures.push(`only ${acknowledged.size} requests got through`)
  return failures.map((failure) => `${load.name}, ${scenario}: ${failure}`)
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
