// npm run bench:lists: pages of a list of a million rows, as the role that serves, beside 20 small organizations: for each kind of question
// the time, the buffers that PostgreSQL reads for it, and the rate as a share of the same statements sent directly with pg as the owner.
// On a busy machine only buffers and ratios mean something. With --plans it prints one plan for each kind, with --in <directory> it keeps
// the database there and finds it again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ActivityQuery } from '@sherpa/contracts/activity'
import { allRoles, type MembersQuery } from '@sherpa/contracts/organization'
import pg from 'pg'
import { auditEvents } from '../apps/server/src/domains/audit/audit.ts'
import { people } from '../apps/server/src/domains/organizations/people.ts'
import { type Database, inOrganization } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { MEMBERS, seedMillion } from './seed-million.ts'

const QUERIES = Number(process.env.Q ?? 200)
const GOALS = { buffers: 1000, ms: 50, rate: 0.5 }

type Statement = { text: string; values: unknown[] }
type Ask = (database: Database) => Promise<{ rows: unknown[] }>
type Kind = { name: string; ask: Ask[] }

const { values: options } = parseArgs({
  options: { plans: { type: 'boolean' }, in: { type: 'string' }, only: { type: 'string' } },
})
const directory = options.in ?? (await mkdtemp(join(tmpdir(), 'sherpa-lists-')))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.url, warn: console.warn })
const owner = new pg.Pool({ connectionString: postgres.url })

try {
  const organization = await seededOrganization()
  const direct = new pg.Pool({ connectionString: postgres.url, options: `-c app.organization=${organization}` })
  for (const kind of await kindsOfQuestions(organization)) {
    if (!options.only || kind.name.includes(options.only)) await measure(kind, organization, direct)
  }
  await direct.end()
} finally {
  await owner.end()
  await database.end()
  await postgres.stop()
  if (!options.in) await rm(directory, { recursive: true, force: true })
}

async function seededOrganization() {
  const known = await owner.query<{ id: string }>("select id from organizations where name = 'Organization 0'")
  if (known.rows[0]) return known.rows[0].id
  const started = performance.now()
  const organization = await seedMillion(postgres.url)
  console.log(`${MEMBERS} members seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return organization
}

async function measure({ name, ask }: Kind, organization: string, direct: pg.Pool) {
  const times: number[] = []
  const ratios: number[] = []
  const buffers: number[] = []
  let found = 0
  let plan = ''
  let worst: Statement[] = []
  const inside = <Result>(work: () => Promise<Result>) => inOrganization(organization, work)
  // Connections and what they keep about tables are made once.
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
    for (const statement of rounds.flat()) read += await inside(() => buffersOf(statement))
    if (read > Math.max(0, ...buffers)) worst = rounds.flat()
    buffers.push(read)
  }
  if (options.plans) for (const statement of worst) plan += await inside(() => planOf(statement))

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

/** Notes which statements are sent, and which of them together: the next round begins when all of the one before are answered. */
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

/** Pages that the statement looked at, in memory or not, with those that functions looked at and those for planning. */
async function buffersOf({ text, values }: Statement) {
  type Buffers = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  const { rows } = await database.query(`explain (analyze, buffers, format json) ${text}`, values)
  const [{ Plan: plan, Planning: planning }] = rows[0]['QUERY PLAN'] as [{ Plan: Buffers; Planning?: Buffers }]
  return [plan, planning].reduce(
    (sum, part) => sum + (part?.['Shared Hit Blocks'] ?? 0) + (part?.['Shared Read Blocks'] ?? 0),
    0,
  )
}

async function planOf({ text, values }: Statement) {
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

/** Each with different rows or words, taken from what is there. */
async function kindsOfQuestions(organization: string): Promise<Kind[]> {
  const members =
    (asked: MembersQuery): Ask =>
    (db) =>
      people(db).members(organization, asked)
  const activity =
    (asked: ActivityQuery): Ask =>
    (db) =>
      auditEvents(db).ofOrganization(
        { organization, role: 'owner', permissions: ['people.view', 'activity.view'] },
        asked,
      )
  const kind = (name: string, make: (n: number) => Ask): Kind => ({
    name,
    ask: Array.from({ length: QUERIES }, (_, n) => make(n)),
  })
  const pick = <Item>(from: readonly Item[], n: number) => from[n % from.length] as Item

  const { rows: someone } = await owner.query<{
    id: string
    name: string
    email: string
    folded: string
    joined: string
  }>(
    `select u.id, u.name, u.email, m.folded, m.created_at::text as joined
     from memberships m tablesample bernoulli (0.5) repeatable (7) join users u on u.id = m.user_id where m.organization_id = $1`,
    [organization],
  )
  const { rows: events } = await owner.query<{ id: string }>(
    'select id from audit_events tablesample bernoulli (0.1) repeatable (7)',
  )
  const { rows: actors } = await owner.query<{ id: string }>(
    'select actor_id as id from audit_events tablesample bernoulli (0.1) repeatable (7)',
  )
  const word = (n: number, place: number) => pick(someone, n).name.split(' ').at(place) ?? ''
  const wordsOf = (n: number) => pick(someone, n).name
  const hasAccents = someone.filter(({ name }) => name !== name.normalize('NFD').replace(/\p{M}/gu, ''))
  const sorts = ['name', '-name', 'joined', '-joined'] as const
  const frequent = [
    'smith',
    'johnson',
    'gmail',
    'maria',
    'james',
    'anna',
    'garcia',
    'example',
    'zoltan',
    'wanda',
    'tanaka',
    'xavier',
  ]
  const after = (sort: string, n: number, broad = false) => {
    const { id, folded, joined } = pick(someone, n)
    return cursor(sort, sort.endsWith('name') ? folded : joined, id, broad)
  }

  return [
    kind('first page', (n) => members({ sort: pick(sorts, n) })),
    kind('deep page', (n) => members({ sort: pick(sorts, n), after: after(pick(sorts, n), n) })),
    kind('one role', (n) => members({ role: [pick(allRoles, n)], sort: pick(sorts, Math.floor(n / allRoles.length)) })),
    kind('two roles', (n) =>
      members({ role: [pick(allRoles, n), pick(allRoles, n + 1 + (n % 3))], sort: pick(sorts, Math.floor(n / 6)) }),
    ),
    kind('one role, deep page', (n) =>
      members({ role: [pick(allRoles, n)], sort: pick(sorts, n), after: after(pick(sorts, n), n) }),
    ),
    kind('search: a frequent word', (n) =>
      members({ search: pick(frequent, n), sort: pick(sorts, Math.floor(n / 12)) }),
    ),
    kind('search: a frequent word, deep page', (n) => {
      const sort = pick(sorts, Math.floor(n / 12))
      return members({ search: pick(frequent, n), sort, after: after(sort, n, true) })
    }),
    kind('search: a given name', (n) => members({ search: word(n, 0), sort: pick(sorts, n) })),
    kind('search: a family name', (n) => members({ search: word(n, -1), sort: pick(sorts, n) })),
    kind('search: two words', (n) => members({ search: wordsOf(n), sort: pick(sorts, n) })),
    kind('search: with accents', (n) => members({ search: pick(hasAccents, n).name })),
    kind('search: an address', (n) => members({ search: pick(someone, n).email })),
    kind('search: a domain', (n) =>
      members({ search: pick(someone, n).email.replace(/.*@/, ''), sort: pick(sorts, n) }),
    ),
    kind('search: beginning of a name', (n) =>
      members({ search: word(n, -1).slice(0, 3 + (n % 3)), sort: pick(sorts, n) }),
    ),
    kind('search and role', (n) =>
      members({ search: word(n, -(n % 2)), role: [pick(allRoles, n)], sort: pick(sorts, n) }),
    ),
    kind('search: one or two letters', (n) =>
      members({
        search: (n % 4 ? word(n, 0) : word(n, -1)).slice(0, 1 + (n % 2)),
        sort: pick(sorts, Math.floor(n / 4)),
      }),
    ),
    kind('search: misspelled', (n) => members({ search: misspelled(word(n, -1), n) })),
    kind('search: two words, misspelled', (n) => members({ search: `${word(n, 0)} ${misspelled(word(n, -1), n)}` })),
    kind('changed rows, by id', (n) =>
      members({ ids: Array.from({ length: 1 + (n % 20) }, (_, index) => pick(someone, n + index).id) }),
    ),
    kind('activity: first page', () => activity({})),
    kind('activity: deep page', (n) => activity({ after: cursor('-time', pick(events, n).id, pick(events, n).id) })),
    kind('activity: a frequent kind', () => activity({ kind: 'people' })),
    kind('activity: rare kinds', (n) =>
      activity({ kind: pick(['permissions', 'billing', 'settings', 'security'] as const, n) }),
    ),
    kind('activity: a person', (n) => activity({ person: n % 2 ? pick(actors, n).id : pick(someone, n).id })),
    kind('activity: a person and a kind', (n) =>
      activity({ person: pick(actors, n).id, kind: pick(['people', 'billing'] as const, n) }),
    ),
    kind('activity: a month', (n) => {
      const from = new Date(Date.UTC(2020, n % 72, 1))
      return activity({ from: from.toISOString(), until: new Date(from.getTime() + 30 * 86_400_000).toISOString() })
    }),
  ]
}

function cursor(sort: string, value: string, id: string, broad = false) {
  return Buffer.from(JSON.stringify([sort, value, id, broad])).toString('base64url')
}

/** With two letters exchanged, one left out, or one that is wrong. */
function misspelled(word: string, n: number) {
  const at = 1 + (n % Math.max(1, word.length - 2))
  const [before, first, second, rest] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)]
  return before + [second + first, second, `${first}x`][n % 3] + rest
}
