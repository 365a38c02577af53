// npm run bench:deals: pages of 200,000 deals of one organization as a list and as a board, and the calendar of a year.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { signedInOwner } from '../apps/server/test/signed-in-owner.ts'
import { median, startMeasured } from './site-server.ts'

const DEALS = 200_000
const ATHLETES = 20_000
const CALLS = 30
const GOAL_MS = 50

const directory = await mkdtemp(join(tmpdir(), 'sherpa-deals-'))
const postgres = await startEmbeddedPostgres(directory)
await (await prepareDatabase({ url: postgres.url, warn: console.warn })).end()
const owner = new pg.Pool({ connectionString: postgres.url })
const { organization, person, token } = await signedInOwner(owner)
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SERVE_SITE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const at = `${server.url}/api/organizations/${organization}`

try {
  await seed()
  const year = new Date().getFullYear()
  const deep = await pageAfter('/deals', 20)
  await measure({
    'first page': '/deals',
    'page 21': `/deals?after=${encodeURIComponent(deep)}`,
    'one stage': '/deals?stage=in-review',
    'stage and kind': '/deals?stage=active&kind=nil',
    'by amount': '/deals?sort=-amount',
    'of a colleague': `/deals?lead=${person}`,
    'a frequent word': '/deals?search=sportswear',
    'a name': '/deals?search=okoye 1999',
    'board: counts': '/deals/counts',
    'board: a column': '/deals?stage=draft&limit=20',
    'calendar: half a year': `/calendar?from=${year}-01-01&until=${year}-06-30`,
    'calendar: the other half': `/calendar?from=${year}-07-01&until=${year}-12-31`,
    'deliverables that are late': '/deliverables?late=yes',
    'key dates': '/key-dates',
  })
} finally {
  await server.stop()
  await owner.end()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

async function seed() {
  await owner.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage)
     select $1, gen_random_uuid(), (array['Jonah', 'Mina', 'Theo', 'Ada'])[n % 4 + 1], (array['Okoye', 'Vale', 'Lind', 'Rossi'])[n % 4 + 1]
       || ' ' || n, 'pro', 'signed' from generate_series(1, $2::integer) n`,
    [organization, ATHLETES],
  )
  await owner.query(
    `insert into companies (organization_id, id, name, kind)
     select $1, gen_random_uuid(), (array['Halden Sportswear', 'Tarn Running', 'Brightwater Drinks'])[n % 3 + 1] || ' ' || n, 'brand'
     from generate_series(1, 2000) n`,
    [organization],
  )
  await owner.query(
    `with a as (select id, given_name || ' ' || family_name as name, row_number() over () as n from athletes where organization_id = $1),
       c as (select id, name, row_number() over () as n from companies where organization_id = $1)
     insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, currency, amount_minor, starts_on, ends_on,
       next_due_on, athlete_name, company_name, last_active_at)
     select $1, gen_random_uuid(), a.id, c.id, (array['contract', 'nil', 'sponsorship'])[i % 3 + 1], a.name || ' × ' || c.name,
       (array['draft', 'in-review', 'approved', 'signed', 'active', 'active', 'active', 'completed', 'completed', 'declined'])[i % 10 + 1],
       case when i % 5 = 0 then $3::uuid end, 'USD', (i * 7919) % 5000000, current_date - 200, current_date + i % 400,
       current_date + i % 300, a.name, c.name, now() - i * interval '3 minutes'
     from generate_series(1, $2::integer) i join a on a.n = i % $4 + 1 join c on c.n = i % 2000 + 1`,
    [organization, DEALS, person, ATHLETES],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms)
     select organization_id, id, 1, 'draft', '{"payments": []}' from deals where organization_id = $1`,
    [organization],
  )
  // Of every tenth deal something is due, over two years.
  const due = `from (select *, row_number() over () as n from deals where organization_id = $1) d where n % 10 = 0`
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor, state)
     select organization_id, gen_random_uuid(), id, athlete_id, 'a', 1, 'Retainer', 'base', current_date - 365 + (n % 730)::integer, 'USD',
       100000, 'expected' ${due}`,
    [organization],
  )
  await owner.query(
    `insert into deliverables (organization_id, id, deal_id, athlete_id, rule_id, position, title, state, due_on)
     select organization_id, gen_random_uuid(), id, athlete_id, 'a', 1, 'Post', 'planned', current_date - 365 + (n % 730)::integer ${due}`,
    [organization],
  )
  await owner.query(
    `insert into key_dates (organization_id, id, deal_id, athlete_id, rule_id, title, kind, rule, day)
     select organization_id, gen_random_uuid(), id, athlete_id, 'a', 'Option to extend', 'option',
       '{"id": "018f0000-0000-7000-8000-000000000001", "kind": "option", "title": "Option to extend", "effect": "",
         "anchor": {"kind": "termEnd"}, "offset": {"amount": -90, "unit": "days"}, "zone": "America/New_York", "reminders": []}',
       current_date - 365 + (n % 730)::integer ${due}`,
    [organization],
  )
  await owner.query('vacuum analyze')
}

async function ask(path: string) {
  const answer = await fetch(at + path, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function pageAfter(path: string, pages: number): Promise<string> {
  let after = ''
  for (let page = 0; page < pages; page++) {
    after = (await ask(after ? `${path}?after=${encodeURIComponent(after)}` : path)).next
  }
  return after
}

/** Whole calls, one after the other: the database's part is less. */
async function measure(paths: Record<string, string>) {
  for (const [what, path] of Object.entries(paths)) {
    const taken: number[] = []
    for (let turn = 0; turn < CALLS; turn++) {
      const began = performance.now()
      await ask(path)
      taken.push(performance.now() - began)
    }
    const [middle, p95] = [median(taken), taken.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? 0]
    console.log(
      `${what}: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms ${p95 <= GOAL_MS ? '✓' : '✗'} (goal ${GOAL_MS} ms)`,
    )
  }
}
