// npm run bench:import: uploads, checks, imports and undoes 100,000 untidy rows; checks them again, and an export of them. Reports duration, CPU time of server and
// database (the only meaningful value on a busy machine), and memory above idle. --rows <number> takes fewer.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportRecord, ImportState } from '@sherpa/contracts/import'
import type { ListPage } from '@sherpa/contracts/list'
import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { startJobs } from '../apps/server/src/jobs/start-jobs.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { signedInOwner } from '../apps/server/test/signed-in-owner.ts'
import { countProcessor } from './database-processor.ts'

const GOALS_SECONDS = { check: 20, import: 60 }
const GOAL_MEGABYTES = 64

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const rows = Number(options.rows)
/** Shared by all phases, so that leaks of earlier phases count. */
let memoryAtRest = 0

const directory = await mkdtemp(join(tmpdir(), 'sherpa-import-'))
const file = join(directory, 'bench.csv')
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const background = database.forBackground()
const owner = new pg.Pool({ connectionString: postgres.url })
const app = buildApp({ database, background, rateLimited: false })
const log = { warn: console.warn, error: console.error }
const jobs = await startJobs({ database: background, jobs: app.platform.jobs, log })

try {
  const { organization, token } = await signedInOwner(owner)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const imports = `${address}/api/organizations/${organization}/imports`
  const headers = { authorization: `Bearer ${token}` }
  const ask = async <Answer = ImportRecord>(path: string, method = 'GET'): Promise<Answer> => {
    const answer = await fetch(imports + path, { method, headers })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const until = async (id: string, state: ImportState) => {
    const stateNow = async () => (await ask<ListPage<ImportRecord>>(`?ids=${id}`)).rows[0]?.state
    while ((await stateNow()) !== state) await pause(100)
  }

  // Warm-up.
  await writeFile(file, table(1000))
  const first = await uploadFromProcess(`${imports}?name=first.csv`, headers)
  await ask(`/${first}/check`, 'POST')
  await until(first, 'checked')
  await writeFile(file, table(rows))
  let id = ''
  memoryAtRest = process.memoryUsage().rss
  await measure('upload', async () => {
    id = await uploadFromProcess(`${imports}?name=bench.csv`, headers)
  })
  await measure('check', async () => {
    await ask(`/${id}/check`, 'POST')
    await until(id, 'checked')
  })
  await measure('import', async () => {
    await ask(`/${id}/start`, 'POST')
    await until(id, 'done')
  })
  console.log(JSON.stringify((await ask(`/${id}`)).counts))
  // The same file against as many known athletes, and a round trip of the export.
  const again = await uploadFromProcess(`${imports}?name=again.csv`, headers)
  await measure('check of known athletes', async () => {
    await ask(`/${again}/check`, 'POST')
    await until(again, 'checked')
  })
  console.log(JSON.stringify((await ask<WholeImport>(`/${again}`)).findings?.counts))
  await measure('export', async () => {
    const exported = await fetch(`${address}/api/organizations/${organization}/athletes/export`, { headers })
    if (!exported.body) throw new Error(`Export: ${exported.status}`)
    await writeFile(file, exported.body)
  })
  const roundTrip = await uploadFromProcess(`${imports}?name=export.csv`, headers)
  await measure('check of the export', async () => {
    await ask(`/${roundTrip}/check`, 'POST')
    await until(roundTrip, 'checked')
  })
  console.log(JSON.stringify((await ask<WholeImport>(`/${roundTrip}`)).findings?.counts))
  await measure('undo', async () => {
    await ask(`/${id}/undo`, 'POST')
    await until(id, 'undone')
  })
} finally {
  await jobs.stop()
  await app.close()
  await owner.end()
  await Promise.all([database.end(), background.end()])
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

/** Uploads from another process, whose memory does not count. */
async function uploadFromProcess(address: string, headers: Record<string, string>): Promise<string> {
  const program = `const { openAsBlob } = await import('node:fs')
    const headers = { ...JSON.parse(process.argv[2]), 'content-type': 'text/csv' }
    const answer = await fetch(process.argv[1], { method: 'POST', headers, body: await openAsBlob(process.argv[3]) })
    console.log(await answer.text())`
  const given = ['--input-type=module', '--eval', program, address, JSON.stringify(headers), file]
  const { stdout } = await promisify(execFile)(process.execPath, given, { maxBuffer: 1e8 })
  return JSON.parse(stdout).id
}

async function measure(name: string, work: () => Promise<void>) {
  let most = process.memoryUsage().rss
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const started = performance.now()
  const processorUsed = countProcessor(directory)
  await work()
  clearInterval(watching)
  const seconds = (performance.now() - started) / 1000
  const { server, database } = processorUsed()
  const megabytes = (most - memoryAtRest) / 1e6
  const goal = name in GOALS_SECONDS ? ` (goal: ${GOALS_SECONDS[name as 'check']} s)` : ''
  console.log(
    `${name.padEnd(8)} ${seconds.toFixed(1)} s${goal}; processor: server ${(server / 1000).toFixed(1)} s, database ${(database / 1000).toFixed(1)} s; ${megabytes.toFixed(0)} MB more memory than at rest (goal: ${GOAL_MEGABYTES} MB, ${megabytes <= GOAL_MEGABYTES ? 'reached' : 'missed'})`,
  )
}

/** Some rows are invalid, some are duplicates. */
function* table(rows: number) {
  yield 'Player,DOB,Sport,Pos,Grad Year,HT,WT,School,Hometown,Email,Cell,Status\n'
  for (let n = 0; n < rows; n++) {
    const given = ['Kaia', 'Theo', 'Ada', 'Zoë', 'José', 'Mia'][n % 6]
    const family = `Family${(n * 7919) % rows}`
    const born = n % 20_000 === 13 ? 'soon' : `${(n % 12) + 1}/${(n % 28) + 1}/${1998 + (n % 8)}`
    const email = n % 50 === 7 ? `a${n - 7}@mail.example` : `a${n}@mail.example`
    yield `"${family}, ${given}",${born},Football,${['QB', 'WR', 'K', 'OL'][n % 4]},${['Sr', 'Jr', '2027', "'28"][n % 4]},6'${n % 12}",${150 + (n % 100)} lb,School ${n % 700},"Bend, OR",${email},555-010-${String(n % 10_000).padStart(4, '0')},${n % 3 ? 'Prospect' : 'Client'}\n`
  }
}
