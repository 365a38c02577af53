// npm run test:failover: 16 signed-in writers, a primary with a synchronous replica. The primary is killed and the replica promoted.
// Every acknowledged write must be on the promoted one, and clients see only 2xx, or 503 with Retry-After.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { type Cluster, makeTemporaryFolder, openCluster, PASSWORD } from './debian-postgres.ts'
import { bookings } from './faults/bookings.ts'
import { eventually } from './faults/eventually.ts'
import { keepAsking, type Tally } from './faults/keep-asking.ts'
import { keepReading } from './faults/keep-reading.ts'
import { endServer, startServer } from './faults/server-process.ts'

const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? 3)
const WRITERS = 16
/** Before the fault, and after it. */
const WRITES = 100
const PATIENCE_MS = 60_000
/** Between the death of the primary and the decision to promote. */
const DETECTION_MS = 1000
/** A killed primary closes its connections. One that is frozen does not, as a machine without power: the check must notice it. */
const MAX_RECOVERY_MS = { SIGKILL: 2000, SIGSTOP: 5000 }
type Fault = keyof typeof MAX_RECOVERY_MS

const failures: string[] = []
for (let round = 1; round <= ROUNDS; round++) failures.push(...(await failover(`killed (${round})`, 'SIGKILL')))
failures.push(...(await failover('frozen', 'SIGSTOP')))
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'No acknowledged write was lost.' : 'Some checks failed.')
process.exit(failures.length === 0 ? 0 : 1)

async function failover(title: string, fault: Fault): Promise<string[]> {
  const directory = await makeTemporaryFolder('sherpa-failover-')
  const primary = await openCluster(join(directory, 'primary'))
  const replica = await openCluster(join(directory, 'replica'))
  const load = { ...bookings, clients: WRITERS }
  await preparePrimary(primary)
  await attachReplica(primary, replica)

  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${replica.port}`
  const port = 20_000 + (process.pid % 20_000)
  const url = `http://localhost:${port}`
  const server = await startServer({
    PORT: String(port),
    DATABASE_URL: `postgres://sherpa_server:${PASSWORD}@${hosts}/sherpa`,
    DATABASE_OWNER_URL: `postgres://sherpa_owner:${PASSWORD}@${hosts}/sherpa`,
    AUTH_SECRET: 'for servers that keep nothing secret',
    DATA_DIRECTORY: join(directory, 'server'),
  })
  const writing = keepAsking(load, [url])
  const reading = keepReading(load.reads?.() ?? [], url)
  const hasLoad = await eventually(() => writing.acknowledged.size >= WRITES, PATIENCE_MS)
  const before = writing.acknowledged.size
  await primary.signal(fault)
  const killedAt = performance.now()
  await pause(DETECTION_MS)
  const during = writing.acknowledged.size
  await replica.tool('pg_ctl', 'promote', '-D', replica.data, '-w')
  const promotedAt = performance.now()
  const atPromotion = writing.acknowledged.size
  const isBack = await eventually(() => writing.acknowledged.size > atPromotion, PATIENCE_MS)
  const recoveryMs = Math.round(performance.now() - promotedAt)
  await eventually(() => writing.acknowledged.size >= atPromotion + WRITES, PATIENCE_MS)
  const read = await reading.stop()
  const acknowledged = await writing.stop()

  const database = new pg.Client(replica.url('sherpa_owner', 'sherpa'))
  await database.connect()
  const verified = await load.verify(database, acknowledged)
  await database.end()
  const exited = server.exitCode !== null
  await endServer(server, 'SIGTERM')
  await primary.signal('SIGKILL')
  await replica.stop()
  await rm(directory, { recursive: true, force: true })

  console.log(
    [
      `Primary ${title}: ${acknowledged.size} acknowledged (${before} before the fault, ${during - before} in the second after it), ${verified.found}`,
      `  promoted ${Math.round(promotedAt - killedAt)} ms after the fault; first write ${recoveryMs} ms after promotion`,
      `  writes ${inWords(writing.tally)}; reads ${inWords(read)}`,
    ].join('\n'),
  )
  const found = [...verified.failures, ...unexpected(writing.tally, '201'), ...unexpected(read, '200')]
  if (!isBack || recoveryMs > MAX_RECOVERY_MS[fault]) found.push(`first write ${recoveryMs} ms after promotion`)
  if (exited) found.push('the server exited')
  if (!hasLoad) found.push(`only ${before} writes before the fault`)
  return found.map((failure) => `${title}: ${failure}`)
}

async function preparePrimary(primary: Cluster) {
  await primary.init()
  await primary.start()
  await primary.createUsers()
  await primary.createDatabase('sherpa')
  const [url, ownerUrl] = [primary.url('sherpa_server', 'sherpa'), primary.url('sherpa_owner', 'sherpa')]
  await (await prepareDatabase({ url, ownerUrl, warn: (message) => console.warn(message) })).end()
  const database = new pg.Client(ownerUrl)
  await database.connect()
  await bookings.prepare?.(database)
  await database.end()
}

/** Synchronous from then on: a commit is acknowledged once the replica has it on disk. */
async function attachReplica(primary: Cluster, replica: Cluster) {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`
  await primary.tool('pg_basebackup', '-d', source, '-D', replica.data, '-R', '-X', 'stream', '-c', 'fast')
  await replica.start()
  await primary.query("alter system set synchronous_standby_names = '*'")
  await primary.query('select pg_reload_conf()')
  const isSynchronous = async () =>
    (await primary.query("select from pg_stat_replication where sync_state = 'sync'")).length > 0
  if (!(await eventually(isSynchronous, 10_000))) throw new Error('The replica is not synchronous.')
}

function unexpected(tally: Tally, success: string) {
  return [...tally]
    .filter(([outcome]) => ![success, '503'].includes(outcome))
    .map(([outcome, count]) => `${count} × ${outcome}`)
}

function inWords(tally: Tally) {
  return [...tally].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')
}
