import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Database, inOrganization } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'

// Per kind of query: time as the serving role, PostgreSQL buffers, and rate relative to the same statements directly with pg
// as the owner. On a busy machine only buffers and ratios are meaningful. --plans prints the most expensive plan of each kind,
// --only <words> selects kinds, --queries <number> limits the queries, --in <directory> keeps and reuses the database,
// --athletes <number> sets the size of bench:sonar.
const GOALS = { buffers: 1000, ms: 50, rate: 0.5 }

type Statement = { text: string; values: unknown[] }
export type Ask = (database: Database) => Promise<{ rows: unknown[] }>
/** Staff queries run without tenant. */
export type Kind = { name: string; ask: Ask[]; ofStaff?: true }

const { values: options } = parseArgs({
  options: {
    queries: { type: 'string', default: '200' },
    plans: { type: 'boolean' },
    only: { type: 'string' },
    in: { type: 'string' },
    athletes: { type: 'string', default: '1000000' },
  },
})
export const ATHLETES = Number(options.athletes)

/** Database to measure, with an owner connection for seeding. */
export type Seeded = { url: string; owner: pg.Pool }

export async function measureQueries(questions: (seeded: Seeded) => Promise<{ organization: string; kinds: Kind[] }>) {
  const directory = options.in ?? (await mkdtemp(join(tmpdir(), 'sherpa-queries-')))
  const { url, servingUrl, stop } = await startEmbeddedPostgres(directory)
  const database = await prepareDatabase({ url: servingUrl, ownerUrl: url, warn: console.warn })
  const owner = new pg.Pool({ connectionString: url })
  try {
    const { organization, kinds } = await questions({ url, owner })
    const direct = new pg.Pool({ connectionString: url, options: `-c app.organization=${organization}` })
    for (const kind of kinds) {
      if (!options.only || kind.name.includes(options.only)) await measure(kind, { organization, database, direct })
    }
    await direct.end()
  } finally {
    await owner.end()
    await database.end()
    await stop()
    if (!options.in) await rm(directory, { recursive: true, force: true })
  }
}

export async function timed<Result>(what: string, seed: () => Promise<Result>) {
  const started = performance.now()
  const result = await seed()
  console.log(`${what} seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return result
}

type Asking = { organization: string; database: Database; direct: pg.Pool }

async function measure({ name, ask, ofStaff }: Kind, { organization, database, direct }: Asking) {
  const times: number[] = []
  const ratios: number[] = []
  const buffers: number[] = []
  let found = 0
  let plan = ''
  let worst: Statement[] = []
  const inside = <Result>(work: () => Promise<Result>) => (ofStaff ? work() : inOrganization(organization, work))
  // Warms up connections and catalog caches.
  for (const one of ask.slice(0, 5)) await inside(() => one(database))

  for (const one of ask) {
    const { recording, rounds } = recorder(database)
    const { rows } = await inside(() => one(recording))
    found += rows.length
    const took = await timeOf(() => inside(() => one(database)))
    const tookDirectly = await timeOf(async () => {
      for (const round of rounds) await Promise.all(round.map((statement) => direct.query(statement)))
    })
    times.push(took)
    ratios.push(tookDirectly / took)
    let read = 0
    for (const statement of rounds.flat()) read += await inside(() => buffersOf(database, statement))
    if (read > Math.max(0, ...buffers)) worst = rounds.flat()
    buffers.push(read)
  }
  if (options.plans) for (const statement of worst) plan += await inside(() => planOf(database, statement))

  const over = buffers.filter((count) => count > GOALS.buffers).length
  const marks = [
    `${name} (${ask.length} queries, ${(found / ask.length).toFixed(0)} rows each)`.padEnd(58),
    `p50 ${share(times, 0.5).toFixed(1)} ms, p95 ${share(times, 0.95).toFixed(1)} ms ${verdict(share(times, 0.95) <= GOALS.ms)}`.padEnd(
      42,
    ),
    `buffers p50 ${share(buffers, 0.5)}, p95 ${share(buffers, 0.95)}, most ${Math.max(...buffers)} ${over ? `over in ${over}` : 'ok'}`.padEnd(
      54,
    ),
    `rate ${share(ratios, 0.5).toFixed(2)} of direct ${verdict(share(ratios, 0.5) >= GOALS.rate)}`,
  ]
  console.log(marks.join(' '))
  if (plan) console.log(plan)
}

/** Records statements by round trip: a new round starts when all earlier statements are answered. */
function recorder(original: Database) {
  const rounds: Statement[][] = []
  let open = 0
  const query = async (statement: Statement) => {
    if (open++ === 0) rounds.push([])
    rounds.at(-1)?.push({ text: statement.text, values: statement.values })
    try {
      return await original.query(statement)
    } finally {
      open--
    }
  }
  return { recording: { query } as unknown as Database, rounds }
}

/** Buffers of all statements of a question. */
export async function buffersOfAsk(
  database: Database,
  organization: string,
  ask: (database: Database) => Promise<unknown>,
) {
  const { recording, rounds } = recorder(database)
  await inOrganization(organization, () => ask(recording))
  let read = 0
  for (const statement of rounds.flat())
    read += await inOrganization(organization, () => buffersOf(database, statement))
  return read
}

/** Buffers hit or read by the statement, including functions and planning. */
async function buffersOf(database: Database, { text, values }: Statement) {
  type Buffers = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  const { rows } = await database.query(`explain (analyze, buffers, format json) ${text}`, values)
  const [{ Plan: plan, Planning: planning }] = rows[0]['QUERY PLAN'] as [{ Plan: Buffers; Planning?: Buffers }]
  return [plan, planning].reduce(
    (sum, part) => sum + (part?.['Shared Hit Blocks'] ?? 0) + (part?.['Shared Read Blocks'] ?? 0),
    0,
  )
}

async function planOf(database: Database, { text, values }: Statement) {
  const { rows } = await database.query(`explain (analyze, buffers) ${text}`, values)
  const lines = rows.map((row) => `    ${row['QUERY PLAN']}`)
  return [`  ${text}`, `  ${JSON.stringify(values)}`, ...lines, ''].join('\n')
}

async function timeOf(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function share(numbers: number[], part: number) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function verdict(met: boolean) {
  return met ? 'ok' : 'over'
}

export function kind(name: string, make: (n: number) => Ask): Kind {
  return { name, ask: Array.from({ length: Number(options.queries) }, (_, n) => make(n)) }
}

export function pick<Item>(from: readonly Item[], n: number) {
  return from[n % from.length] as Item
}

export function cursor(sort: string, value: string, id: string, broad = false) {
  return Buffer.from(JSON.stringify([sort, value, id, broad])).toString('base64url')
}

/** Swaps, drops or replaces a letter. */
export function misspelled(word: string, n: number) {
  const at = 1 + (n % Math.max(1, word.length - 2))
  const [before, first, second, rest] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)]
  return before + [second + first, second, `${first}x`][n % 3] + rest
}
