// npm run test:faults: a client keeps asking for demos while servers and database are killed again and again. At the end every request
// that was acknowledged is there exactly once, with exactly one confirmation sent or waiting.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'

const SECONDS = Number(process.env.FAULT_SECONDS ?? 30)
const CLIENTS = 4
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

const failures = [...(await serverAndDatabaseKilled()), ...(await oneOfTwoServersKilled())]
smtp.close()
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'No acknowledged request was lost or doubled.' : 'Requests were lost or doubled.')
process.exit(failures.length === 0 ? 0 : 1)

/** One server with its own database; now the one is killed, now the other. */
async function serverAndDatabaseKilled() {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  const port = 20_000 + (process.pid % 20_000)
  let server = await start({ PORT: String(port), DATA_DIRECTORY: directory })
  const load = keepAsking([`http://localhost:${port}`])
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
  const acknowledged = await load.stop()
  const postgres = await startEmbeddedPostgres(directory)
  const failures = await verify('server and database killed', postgres.url, acknowledged, kills)
  await endServer(server, 'SIGTERM')
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  return failures
}

/** Two servers on one database, of which one is killed and started again. */
async function oneOfTwoServersKilled() {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-faults-'))
  const postgres = await startEmbeddedPostgres(directory)
  const port = 20_000 + (process.pid % 20_000)
  const settings = (which: number) => ({
    PORT: String(port + which),
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'for servers that keep nothing secret',
  })
  const steady = await start(settings(1))
  let other = await start(settings(2))
  const load = keepAsking([`http://localhost:${port + 1}`, `http://localhost:${port + 2}`])
  let kills = 0
  for (const end = Date.now() + (SECONDS * 1000) / 2; Date.now() < end; kills++) {
    await pause(1000)
    await endServer(other, 'SIGKILL')
    other = await start(settings(2))
  }
  const failures = await verify('one of two servers killed', postgres.url, await load.stop(), kills)
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

/** Clients that ask one after the other, each until it is acknowledged, with the same key at every try. */
function keepAsking(urls: string[]) {
  const acknowledged = new Map<string, string>()
  let stopping = false
  let count = 0
  const client = async () => {
    while (!stopping) {
      const number = count++
      const email = `visitor-${number}@agency.example`
      const body = JSON.stringify({
        full_name: `Visitor ${number}`,
        email,
        preferred_date_time: new Date(Date.now() + 86_400_000).toISOString(),
      })
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `fault-test-${number}` }
      for (let attempt = 0; !acknowledged.has(email); attempt++) {
        const url = urls[(number + attempt) % urls.length]
        try {
          const answer = await fetch(`${url}/api/demo/schedule`, { method: 'POST', body, headers })
          if (answer.status === 201) acknowledged.set(email, (await answer.json()).reference)
          else if (answer.status < 500) throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
        } catch (error) {
          if (error instanceof Error && error.message.startsWith('Unexpected')) throw error
        }
        if (!acknowledged.has(email)) {
          if (stopping) return
          await pause(50)
        }
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    stop: async () => {
      stopping = true
      await clients
      return acknowledged
    },
  }
}

async function verify(scenario: string, url: string, acknowledged: Map<string, string>, kills: number) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ email: string; references: string[]; confirmations: number; states: string[] }>(
    `select email, array_agg(distinct reference) as references, count(m.id)::int as confirmations, array_agg(m.status) as states
     from demo_requests d left join outgoing_mail m on m.demo_request_id = d.id and m.kind = 'confirmation' group by email`,
  )
  await client.end()
  const found = new Map(rows.map((row) => [row.email, row]))
  const failures: string[] = []
  for (const [email, reference] of acknowledged) {
    const row = found.get(email)
    if (!row) failures.push(`${scenario}: ${email} was acknowledged and is lost`)
    else if (row.references.length !== 1 || row.references[0] !== reference)
      failures.push(`${scenario}: ${email} is doubled`)
    else if (row.confirmations !== 1 || !['sent', 'queued'].includes(row.states[0] ?? '')) {
      failures.push(`${scenario}: ${email} has ${row.confirmations} confirmations (${row.states})`)
    }
  }
  for (const { email, references } of rows) {
    if (references.length !== 1) failures.push(`${scenario}: ${email} is there ${references.length} times`)
  }
  const sent = rows.filter((row) => row.states[0] === 'sent').length
  console.log(
    `${scenario}: ${kills} kills, ${acknowledged.size} acknowledged, ${rows.length} stored, ${sent} confirmations sent`,
  )
  if (acknowledged.size < 20) failures.push(`${scenario}: only ${acknowledged.size} requests got through`)
  return failures
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
