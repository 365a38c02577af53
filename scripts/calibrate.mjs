// Prints how many processor seconds a fixed amount of hashing and of SQL takes on this machine now. `npm test` divides by it.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'

/** About one second each. */
const HASHES = 400_000
const ROWS = 400_000
const TICKS_PER_SECOND = 100

function hash() {
  const before = process.cpuUsage()
  let last = ''
  for (let n = 0; n < HASHES; n++) last = createHash('sha256').update(last).digest('base64')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

/** @param {string} url */
async function query(url) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`select count(distinct md5(n::text)) from generate_series(1, ${ROWS}) as n`)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  await client.end()
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const directory = mkdtempSync(join(tmpdir(), 'sherpa-calibration-'))
const postgres = await startEmbeddedPostgres(directory)
const seconds = [hash(), await query(postgres.url)]
await postgres.stop()
rmSync(directory, { recursive: true })
console.log(seconds.map((one) => one.toFixed(2)).join(' + '))
