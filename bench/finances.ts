// npm run bench:finances: reports with 100,000 and 1,000,000 ledger entries in one organization, and booking throughput of
// 8 concurrent clients, compared with the same inserts directly. --in <directory> keeps and reuses the database.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Permission } from '@sherpa/contracts/organization'
import pg from 'pg'
import { listPayments } from '../apps/server/src/domains/deals/payments.ts'
import { loadForecast } from '../apps/server/src/domains/finances/forecast.ts'
import { listLedger } from '../apps/server/src/domains/finances/ledger-list.ts'
import { loadOverview } from '../apps/server/src/domains/finances/overview.ts'
import { createStatementService } from '../apps/server/src/domains/finances/statements.ts'
import type { Database } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { knownOwner, signedInOwner } from '../apps/server/test/signed-in-owner.ts'
import { buffersOfAsk } from './measure-queries.ts'
import { post } from './post.ts'
import { median, startMeasured } from './site-server.ts'

const ATHLETES = 1000
const DEALS = 4000
const PAYMENTS_EACH = 24
const SIZES = [100_000, 1_000_000]
const CALLS = 20
const CLIENTS = 8
const BOOKING_MS = 8000
const ROUNDS = 5
const GOALS = { readMs: 100, forecastMs: 50, growth: 1.5, rate: 0.5 }

const { values: options } = parseArgs({ options: { in: { type: 'string' } } })
const directory = options.in ?? (await mkdtemp(join(tmpdir(), 'sherpa-finances-')))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const owner = new pg.Pool({ connectionString: postgres.url, max: 2 })
const known = await knownOwner(owner)
const { organization, person, token } = known ?? (await signedInOwner(owner))
const server = await startMeasured('apps/server/src/server.ts', {
  DATABASE_URL: postgres.servingUrl,
  DATABASE_OWNER_URL: postgres.url,
  AUTH_SECRET: 'for a server that keeps nothing secret',
  DATA_DIRECTORY: directory,
  RATE_LIMIT: 'off',
  SERVE_SITE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
const serving = new pg.Pool({
  connectionString: postgres.servingUrl,
  max: CLIENTS,
  options: `-c app.organization=${organization}`,
})
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
/** Sequence number of bookings. */
let number = 0
const at = `${server.url}/api/organizations/${organization}/finances`

try {
  if (!known) await seedDeals()
  const times: Record<string, number>[] = []
  for (const size of known ? SIZES.slice(-1) : SIZES) {
    await seedEntries(size)
    times.push(await readAll(size))
  }
  for (const [what, after] of Object.entries(times.at(-1) ?? {})) {
    const before = times[0]?.[what] ?? Number.NaN
    const goal = what === 'forecast' ? GOALS.forecastMs : GOALS.readMs
    console.log(
      `${what}: ${before.toFixed(0)} ms, with ten times as many entries ${after.toFixed(0)} ms ` +
        `(goal: at most ${goal} ms) ${verdict(after <= goal)}, ratio ${(after / before).toFixed(2)} ${verdict(after / before <= GOALS.growth)}`,
    )
  }
  await compareRates()
} finally {
  agent.destroy()
  await server.stop()
  await Promise.all([owner.end(), serving.end(), database.end()])
  await postgres.stop()
  if (!options.in) await rm(directory, { recursive: true, force: true })
}

async function seedDeals() {
  await owner.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage, sport)
     select $1, gen_random_uuid(), 'Athlete', n::text, 'pro', 'signed', (array['football', 'baseball', 'basketball', 'soccer'])[n % 4 + 1]
     from generate_series(1, $2::integer) n`,
    [organization, ATHLETES],
  )
  await owner.query(
    `insert into companies (organization_id, id, name, kind)
     select $1, gen_random_uuid(), 'Company ' || n, 'brand' from generate_series(1, 300) n`,
    [organization],
  )
  await owner.query(
    `with a as (select id, row_number() over () as n from athletes where organization_id = $1),
       c as (select id, name, row_number() over () as n from companies where organization_id = $1)
     insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, version_in_force, currency, athlete_name, company_name)
     select $1, gen_random_uuid(), a.id, c.id, (array['contract', 'nil', 'sponsorship'])[i % 3 + 1], 'Deal ' || i, 'active', $3, 1, 'USD',
       'Athlete', c.name
     from generate_series(1, $2::integer) i join a on a.n = i % $4 + 1 join c on c.n = i % 300 + 1`,
    [organization, DEALS, person, ATHLETES],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title,
       company_id)
     select organization_id, id, 1, 'signed', '{"currency": "USD", "fee": {"rateMillionths": 150000}}', '{}', repeat('0', 64), now(),
       now(), title, company_id
     from deals where organization_id = $1`,
    [organization],
  )
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor,
       received_minor, state)
     select d.organization_id, gen_random_uuid(), d.id, d.athlete_id, 'monthly', n, 'Retainer', 'base', day, 'USD', 100000,
       ${received('day', 'n', 100_000)}, 'expected'
     from deals d, generate_series(1, $2::integer) n, lateral (select date_trunc('month', now())::date + n * 30 - 600 as day) x
     where d.organization_id = $1`,
    [organization, PAYMENTS_EACH],
  )
  await seedPaydays()
  await owner.query('analyze')
}

/** Most due payments are paid, 5 % are late. */
function received(day: string, n: string, amount: number) {
  return `case when ${day} < current_date and ${n} % 20 <> 0 then ${amount} else 0 end`
}

/** Every fifth contract has three seasons in 36 weeks, guaranteed in the first two and half of the third. */
async function seedPaydays() {
  const seasons = `select d.organization_id, d.id, d.athlete_id, extract(year from now())::integer - 2 + s as season, s
    from (select *, row_number() over (order by id) as n from deals where organization_id = $1 and kind = 'contract') d, generate_series(1, 3) s
    where d.n % 5 = 0`
  const day = (n: string) => `make_date(season, 9, 9) + 7 * (${n} - 1)`
  await owner.query(
    `insert into payment_schedules (organization_id, deal_id, rule_id, template, installments, changed_at)
     select organization_id, id, 'base-' || season, 'nfl',
       (select jsonb_agg(jsonb_build_object('day', ${day('n')}, 'amountMinor', 2500000)) from generate_series(1, 36) n), now()
     from (${seasons}) x`,
    [organization],
  )
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor,
       guaranteed_minor, received_minor, state)
     select organization_id, gen_random_uuid(), id, athlete_id, 'base-' || season, n, season || ' base (' || n || ' of 36)', 'base',
       ${day('n')}, 'USD', 2500000, case when s < 3 or n <= 18 then 2500000 else 0 end, ${received(day('n'), 'n', 2_500_000)}, 'expected'
     from (${seasons}) x, generate_series(1, 36) n`,
    [organization],
  )
}

/** Half receipts, half fees, over three years. Triggers maintain the totals. */
async function seedEntries(wanted: number) {
  const CHUNK = 25_000
  await owner.query('alter table entries disable trigger entry_balances, disable trigger find_open_day')
  const count = async () =>
    Number((await owner.query('select count(*) from entries where organization_id = $1', [organization])).rows[0].count)
  for (let present = await count(); present < wanted; present += CHUNK * 2) {
    await owner.query(
      `with d as (select id, athlete_id, kind, row_number() over (order by id) as n from deals where organization_id = $1),
       given as (select gen_random_uuid() as receipt, gen_random_uuid() as entry, gen_random_uuid() as fee, d.*,
           current_date - (i * 7919 % 1095)::integer as day
         from generate_series(1, $2::integer) i join d on d.n = i % $3 + 1),
       received as (insert into receipts (organization_id, id, received_on, payer, currency, amount_minor)
         select $1, receipt, day, 'Company', 'USD', 10000 from given),
       booked as (insert into entries (organization_id, id, cause, occurred_on, posted_on, booked_by, receipt_id)
         select $1::uuid, entry, 'receipt', day, day, $4::uuid, receipt from given
         union all select $1::uuid, fee, 'fee', day, day, $4::uuid, receipt from given),
       allocated as (insert into receipt_allocations (organization_id, id, receipt_id, deal_id, athlete_id, amount_minor, currency, income,
           deal_version, fee_rate, fee_minor, entry_id)
         select $1, gen_random_uuid(), receipt, id, athlete_id, 10000, 'USD', kind, 1, 150000, 1500, entry from given)
       insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income, posted_on)
       select $1, case when l.position < 2 then entry else fee end, l.position % 2, l.account, 'USD', l.amount, athlete_id, id, kind, day
       from given, (values (0, 'athlete-earnings', 10000), (1, 'payors', -10000), (2, 'fees-receivable', 1500), (3, 'fees', -1500))
         as l (position, account, amount)`,
      [organization, CHUNK, DEALS, person],
    )
  }
  await owner.query('alter table entries enable trigger entry_balances, enable trigger find_open_day')
  await owner.query('vacuum analyze')
}

/** Buffers, and median times of sequential reads. */
async function readAll(size: number) {
  const { rows } = await owner.query('select id from athletes where organization_id = $1 limit 1', [organization])
  const athlete = rows[0].id as string
  const year = new Date().getFullYear()
  const now = new Date()
  const span = { from: `${year - 1}-01-01`, until: `${year}-12-31` }
  const permissions: Permission[] = ['athletes.all', 'deals.view', 'money.view']
  const viewer = {
    person: { id: person },
    member: { organization, role: 'owner', permissions, lacksSecondFactor: false } as const,
  }
  const never = () => Promise.reject(new Error('No PDF is drawn.'))
  type Read = { path: string; ask: (database: Database) => Promise<unknown> }
  const reads: Record<string, Read> = {
    overview: { path: '/overview', ask: (db) => loadOverview(db, viewer, {}, now) },
    forecast: { path: '/forecast', ask: (db) => loadForecast(db, viewer, {}, now) },
    statement: {
      path: `/statements/${athlete}?${new URLSearchParams(span)}`,
      ask: (db) => createStatementService({ database: db, clock: () => now, draw: never }).of(viewer, athlete, span),
    },
    'late payments': {
      path: '/../payments?state=late',
      ask: (db) => listPayments(db, viewer, { state: ['late'] }, now),
    },
    ledger: { path: '/ledger', ask: (db) => listLedger(db, viewer, {}) },
    'ledger of an athlete': { path: `/ledger?athlete=${athlete}`, ask: (db) => listLedger(db, viewer, { athlete }) },
  }
  const times: Record<string, number> = {}
  for (const [what, { path, ask }] of Object.entries(reads)) {
    const taken: number[] = []
    for (let turn = 0; turn < CALLS; turn++) {
      const began = performance.now()
      const answer = await fetch(at + path, { headers: { authorization: `Bearer ${token}` } })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
      taken.push(performance.now() - began)
    }
    times[what] = median(taken)
    const buffers = await buffersOfAsk(database, organization, ask)
    console.log(
      `${size.toLocaleString('en-US')} entries, ${what}: ${buffers.toLocaleString('en-US')} buffers, ${median(taken).toFixed(1)} ms`,
    )
  }
  return times
}

/** Alternates both variants, so that they see the same machine load. */
async function compareRates() {
  const { rows } = await owner.query('select id, athlete_id from deals where organization_id = $1', [organization])
  const deals = rows as { id: string; athlete_id: string }[]
  const dealOf = (number: number) => deals[(number * 7919) % deals.length] ?? { id: '', athlete_id: '' }
  const ratios: number[] = []
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const direct = await rateOf((number) => bookDirectly(dealOf(number)))
    const [cpu, before] = [await server.cpuMs(), number]
    const booked = await rateOf((number) => bookOverApi(dealOf(number)))
    const each = ((await server.cpuMs()) - cpu) / (number - before)
    if (round > 0) ratios.push(booked / direct)
    console.log(
      `round ${round}: ${booked.toFixed(0)} receipts a second booked by ${CLIENTS} people, ${direct.toFixed(0)} inserted directly: ${(booked / direct).toFixed(2)}; ${each.toFixed(2)} ms of the server's processor time each`,
    )
  }
  const ratio = median(ratios)
  console.log(
    `booking: ${ratio.toFixed(2)} of direct inserts (goal: at least ${GOALS.rate}) ${verdict(ratio >= GOALS.rate)}`,
  )
}

async function rateOf(work: (number: number) => Promise<void>) {
  const end = performance.now() + BOOKING_MS
  let done = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (; performance.now() < end; done++) await work(number++)
    }),
  )
  return (done * 1000) / BOOKING_MS
}

function bookOverApi(deal: { id: string }) {
  return post(`${at}/receipts`, {
    agent,
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
    body: {
      receivedOn: '2026-01-05',
      payer: 'Company',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor: 10_000,
      note: null,
      allocations: [{ dealId: deal.id, amountMinor: 10_000 }],
      bankLineId: null,
    },
  })
}

/** The inserts of a booking in one transaction, as the serving role with tenant, so that the same policies apply. */
async function bookDirectly({ id: deal, athlete_id: athlete }: { id: string; athlete_id: string }) {
  const [receipt, entry, fee] = [randomUUID(), randomUUID(), randomUUID()]
  const client = await serving.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'receipt',
      text: `insert into receipts (organization_id, id, received_on, payer, currency, amount_minor, booked_by)
        values ($1, $2, '2026-01-05', 'Company', 'USD', 10000, $3)`,
      values: [organization, receipt, person],
    })
    await client.query({
      name: 'entries',
      text: `insert into entries (organization_id, id, cause, occurred_on, posted_on, booked_by, receipt_id)
        values ($1, $2, 'receipt', '2026-01-05', '2026-01-05', $3, $4), ($1, $5, 'fee', '2026-01-05', '2026-01-05', $3, $4)`,
      values: [organization, entry, person, receipt, fee],
    })
    await client.query({
      name: 'lines',
      text: `insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income,
          posted_on)
        values ($1, $2, 0, 'athlete-earnings', 'USD', 10000, $4, $5, 'nil', '2026-01-05'),
          ($1, $2, 1, 'payors', 'USD', -10000, $4, $5, 'nil', '2026-01-05'),
          ($1, $3, 0, 'fees-receivable', 'USD', 1500, $4, $5, 'nil', '2026-01-05'),
          ($1, $3, 1, 'fees', 'USD', -1500, $4, $5, 'nil', '2026-01-05')`,
      values: [organization, entry, fee, athlete, deal],
    })
    await client.query({
      name: 'allocation',
      text: `insert into receipt_allocations (organization_id, id, receipt_id, deal_id, athlete_id, amount_minor, currency, income,
          deal_version, fee_rate, fee_minor, entry_id)
        values ($1, $2, $3, $4, $5, 10000, 'USD', 'nil', 1, 150000, 1500, $6)`,
      values: [organization, randomUUID(), receipt, deal, athlete, entry],
    })
    await client.query({
      name: 'event',
      text: `insert into audit_events (subject, subject_id, event, actor_id, organization_id)
        values ('athlete', $1, 'receipt-booked', $2, $3)`,
      values: [athlete, person, organization],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

function verdict(isGood: boolean) {
  return isGood ? '✓' : '✗'
}
