// npm run bench:deals: list, board, calendar and Home with 200,000 deals in one organization, beside another one of that size,
// for a member with all athletes and one with thirty assigned athletes (output: see measure-queries.ts).
import { addDays } from '@sherpa/contracts/days'
import { type DealCountsQuery, type DealKind, type DealsQuery, dealKinds } from '@sherpa/contracts/deal'
import type { CalendarQuery } from '@sherpa/contracts/deal-calendar'
import { allDealStages } from '@sherpa/contracts/deal-stage'
import type { DeliverablesQuery, KeyDatesQuery } from '@sherpa/contracts/deal-work'
import type { NeedScope } from '@sherpa/contracts/home'
import { type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import type { TasksQuery } from '@sherpa/contracts/task'
import type pg from 'pg'
import { calendarOf } from '../apps/server/src/domains/deals/deal-calendar.ts'
import { countDeals, listDeals } from '../apps/server/src/domains/deals/deal-list.ts'
import { pageOfDeliverables } from '../apps/server/src/domains/deals/deliverables.ts'
import { pageOfKeyDates } from '../apps/server/src/domains/deals/key-dates.ts'
import { loadHomeMoney } from '../apps/server/src/domains/finances/home-money.ts'
import { createFigureService } from '../apps/server/src/domains/home/figures.ts'
import { createNeedService } from '../apps/server/src/domains/home/needs.ts'
import { listTasks } from '../apps/server/src/domains/tasks/tasks.ts'
import type { Member } from '../apps/server/src/http/access.ts'
import { housekeepingSources, needSources } from '../apps/server/src/need-sources.ts'
import { signedInOwner } from '../apps/server/test/signed-in-owner.ts'
import {
  type Ask,
  cursor,
  type Kind,
  kind,
  measureQueries,
  misspelled,
  pick,
  type Seeded,
  timed,
} from './measure-queries.ts'
import { connectForSeeding, fillSearchWords, withoutIndexes } from './seed-million.ts'

const DEALS = 200_000
const TASKS = 100_000
const ATHLETES = 20_000
const COMPANIES = 2000
const COLLEAGUES = 25
const ASSIGNED = 30
/** Deals in review, and as many approved ones without signatures. */
const UNSIGNED = 2000

await measureQueries(async (seeded) => {
  const { owner } = seeded
  const known = await owner.query<{ id: string }>('select id from organizations order by created_at limit 1')
  const organization = known.rows[0]?.id ?? (await timed(`twice ${DEALS} deals`, () => seed(seeded)))
  const tasks = await owner.query('select from tasks limit 1')
  if (!tasks.rowCount) await timed(`${TASKS} tasks`, () => seedTasks(owner, organization))
  return { organization, kinds: await dealQueries(owner, organization) }
})

/** Queries with varying parameters, sampled from the data. */
async function dealQueries(owner: pg.Pool, organization: string): Promise<Kind[]> {
  const { rows: some } = await owner.query<
    Record<'id' | 'athlete' | 'company' | 'lead' | 'athleteName' | 'companyName' | SortOfDeals, string>
  >(
    `select id, athlete_id as athlete, company_id as company, lead_id as lead, athlete_name as "athleteName", company_name as "companyName",
       folded as name, last_active_at::text as active, amount_minor::text as amount, ends_on::text as "end", next_due_on::text as due
     from deals tablesample bernoulli (1) repeatable (7) where organization_id = $1 and lead_id is not null`,
    [organization],
  )
  const { rows: owners } = await owner.query<{ id: string }>(
    "select user_id as id from memberships where organization_id = $1 and role = 'owner'",
    [organization],
  )
  const { rows: assigned } = await owner.query<{ id: string }>('select user_id as id from athlete_assignments limit 1')
  const limited = assigned[0]?.id ?? ''
  const all: Permission[] = [
    'athletes.view',
    'athletes.edit',
    'athletes.all',
    'deals.view',
    'deals.edit',
    'money.view',
    'money.edit',
  ]
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  const queriesFor = (permissions: Permission[], role: Role = 'agent', id = limited) => {
    const member: Member = { organization, role, permissions, lacksSecondFactor: true }
    const viewer = { person: { id }, member }
    return {
      deals:
        (asked: DealsQuery): Ask =>
        (db) =>
          listDeals(db, viewer, asked),
      counts:
        (asked: DealCountsQuery): Ask =>
        async (db) => ({ rows: (await countDeals(db, viewer, asked)).stages }),
      calendar:
        (asked: CalendarQuery): Ask =>
        async (db) => ({ rows: (await calendarOf(db, viewer, asked, now)).items }),
      keyDates:
        (asked: KeyDatesQuery): Ask =>
        (db) =>
          pageOfKeyDates(db, viewer, asked, { now }),
      deliverables:
        (asked: DeliverablesQuery): Ask =>
        (db) =>
          pageOfDeliverables(db, viewer, asked, { today }),
      tasks:
        (asked: TasksQuery, assignee = limited): Ask =>
        (db) =>
          listTasks(db, { ...viewer, person: { id: assignee } }, asked),
      needs:
        (scope: NeedScope, lead = id): Ask =>
        async (database) => {
          const parts = { database, clock: () => now, sources: needSources, housekeeping: housekeepingSources }
          return { rows: (await createNeedService(parts).list({ ...viewer, person: { id: lead } }, { scope })).groups }
        },
      figures:
        (scope: NeedScope, lead = id): Ask =>
        async (database) => {
          const service = createFigureService({ database, clock: () => now, loadMoney: loadHomeMoney })
          return { rows: [await service.load({ ...viewer, person: { id: lead } }, { scope })] }
        },
    }
  }
  const { deals, counts, calendar, keyDates, deliverables, tasks, needs, figures } = queriesFor(all)
  const mine = queriesFor(all.filter((permission) => permission !== 'athletes.all'))
  const ofOwner = queriesFor(permissionsOf('owner', []), 'owner', owners[0]?.id)
  const one = (n: number) => pick(some, n)
  const sorts = ['-active', 'name', '-amount', 'end', 'due'] as const
  const sort = (n: number, every = 1) => pick(sorts, Math.floor(n / every))
  const after = (n: number) => cursor(sort(n), one(n)[sort(n).replace('-', '') as SortOfDeals], one(n).id)
  const stage = (n: number) => [pick(allDealStages, n)]
  const kinds = Object.keys(dealKinds) as DealKind[]
  const dealKind = (n: number) => [pick(kinds, n)]
  const familyName = (n: number) => one(n).athleteName.split(' ').at(-1) ?? ''
  const span = (n: number, days: number) => ({
    from: addDays(today, n - 365),
    until: addDays(today, n - 365 + days - 1),
  })
  const column = (n: number) => ({ stage: stage(n), limit: 20 })

  return [
    kind('first page', (n) => deals({ sort: sort(n) })),
    kind('deep page', (n) => deals({ sort: sort(n), after: after(n) })),
    kind('a stage', (n) => deals({ stage: stage(n), sort: sort(n, 9) })),
    kind('a stage, deep page', (n) => deals({ stage: stage(n), sort: sort(n), after: after(n) })),
    kind('a stage and a kind', (n) => deals({ stage: stage(n), kind: dealKind(n), sort: sort(n, 9) })),
    kind('a colleague', (n) => deals({ lead: [one(n).lead], sort: sort(n) })),
    kind('a colleague and a stage', (n) => deals({ lead: [one(n).lead], stage: stage(n), sort: sort(n, 9) })),
    kind('no colleague', (n) => deals({ lead: ['none'], sort: sort(n) })),
    kind('a company', (n) => deals({ company: [one(n).company], sort: sort(n) })),
    kind('an athlete', (n) => deals({ athlete: [one(n).athlete], sort: sort(n) })),
    kind('search for an athlete', (n) => deals({ search: one(n).athleteName, sort: sort(n) })),
    kind('search for a family name', (n) => deals({ search: familyName(n), sort: sort(n) })),
    kind('search for a company', (n) => deals({ search: one(n).companyName, sort: sort(n) })),
    kind('search for a frequent word', (n) =>
      deals({ search: pick(['sportswear', 'jonah', 'ada', 'tarn'], n), sort: sort(n, 4) }),
    ),
    kind('search and stage', (n) => deals({ search: familyName(n), stage: stage(n), sort: sort(n) })),
    kind('search, misspelled', (n) => deals({ search: misspelled(familyName(n), n) })),
    kind('thirty athletes: first page', (n) => mine.deals({ sort: sort(n) })),
    kind('thirty athletes: a stage', (n) => mine.deals({ stage: stage(n), sort: sort(n, 9) })),
    kind('board: counts', () => counts({})),
    kind('board: counts of a kind', (n) => counts({ kind: dealKind(n) })),
    kind('board: counts of a colleague', (n) => counts({ lead: [one(n).lead] })),
    kind('board: counts without a colleague', () => counts({ lead: ['none'] })),
    kind('board: counts of a colleague and a kind', (n) => counts({ lead: [one(n).lead], kind: dealKind(n) })),
    kind('board: counts of a company', (n) => counts({ company: [one(n).company] })),
    kind('board: counts of an athlete', (n) => counts({ athlete: [one(n).athlete] })),
    kind('board: counts of a search', (n) => counts({ search: familyName(n) })),
    kind('board: counts of a frequent word', (n) =>
      counts({ search: pick(['sportswear', 'jonah', 'ada', 'tarn'], n) }),
    ),
    kind('board: counts for thirty athletes', () => mine.counts({})),
    kind('board: a column', (n) => deals(column(n))),
    kind('board: a column of a colleague', (n) => deals({ ...column(n), lead: [one(n).lead] })),
    kind('board: a column of a kind', (n) => deals({ ...column(n), kind: dealKind(n) })),
    kind('board: a column for thirty athletes', (n) => mine.deals(column(n))),
    kind('calendar: a month', (n) => calendar(span(n, 42))),
    kind('calendar: a year', (n) => calendar(span(n, 365))),
    kind('calendar: a year, still open', (n) => calendar({ ...span(n, 365), open: 'yes' })),
    kind('calendar: a year for thirty athletes', (n) => mine.calendar(span(n, 365))),
    kind('deliverables that are late', () => deliverables({ late: 'yes' })),
    kind('key dates', () => keyDates({})),
    kind('tasks of a person', (n) => tasks({}, one(n).lead)),
    kind('tasks of a person, done', (n) => tasks({ state: 'done' }, one(n).lead)),
    kind('tasks of everyone', () => tasks({ scope: 'all' })),
    kind('tasks of an athlete', (n) => tasks({ scope: 'all', athlete: one(n).athlete })),
    kind('tasks of a month', (n) => tasks({ ...span(n, 42), limit: 100 }, one(n).lead)),
    kind('tasks: search', (n) => tasks({ scope: 'all', search: familyName(n) })),
    kind('tasks of everyone for thirty athletes', () => mine.tasks({ scope: 'all' })),
    kind('home: needs of a lead', (n) => needs('mine', one(n).lead)),
    kind('home: needs of an owner', () => ofOwner.needs('mine')),
    kind('home: needs of everyone', () => needs('everyone')),
    kind('home: figures of a lead', (n) => figures('mine', one(n).lead)),
    kind('home: figures of an owner', () => ofOwner.figures('mine')),
    kind('home: figures of everyone', () => figures('everyone')),
  ]
}

type SortOfDeals = 'name' | 'active' | 'amount' | 'end' | 'due'

/** Of the measured organization and of a neighbor, without indexes, constraints and triggers. Returns the measured one. */
async function seed({ url, owner }: Seeded) {
  const seeding = await connectForSeeding(url)
  const { organization } = await signedInOwner(owner)
  const { organization: neighbor } = await signedInOwner(owner)
  for (const one of [organization, neighbor]) await seedRecords(seeding, one)
  await withoutIndexes(seeding, ['deals', 'deal_versions'], async () => {
    for (const one of [organization, neighbor]) await seedDeals(seeding, one)
  })
  for (const table of ['athletes', 'companies', 'deals']) await fillSearchWords(seeding, table)
  await seeding.end()
  await owner.query('analyze')
  for (const one of [organization, neighbor]) await seedWork(owner, one)
  await owner.query('vacuum analyze')
  return organization
}

async function seedRecords(owner: pg.Client, organization: string) {
  await owner.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage)
     select $1, gen_random_uuid(), (array['Jonah', 'Mina', 'Theo', 'Ada'])[n % 4 + 1], initcap(syllables[n % 20 + 1] || syllables[n / 20 % 20 + 1]
       || syllables[n / 400 % 20 + 1]), 'pro', 'signed'
     from generate_series(1, $2::integer) n,
       (select string_to_array('ba bel cor dan dri eck fal gar hol ing jas kel lam mor nov ost pel qui ras sten', ' ') as syllables) words`,
    [organization, ATHLETES],
  )
  await owner.query(
    `insert into companies (organization_id, id, name, kind)
     select $1, gen_random_uuid(), (array['Halden Sportswear', 'Tarn Running', 'Brightwater Drinks'])[n % 3 + 1] || ' ' || n, 'brand'
     from generate_series(1, $2::integer) n`,
    [organization, COMPANIES],
  )
  await owner.query(
    `with colleagues as (insert into users (name, email, email_verified)
       select 'Colleague ' || n, 'colleague' || n || '@' || $1::uuid || '.example', true from generate_series(1, $2::integer) n returning id)
     insert into memberships (organization_id, user_id, role) select $1, id, 'agent' from colleagues`,
    [organization, COLLEAGUES],
  )
  await owner.query(
    `insert into athlete_assignments (organization_id, athlete_id, user_id)
     select $1, id, (select user_id from memberships where organization_id = $1 and role = 'agent' order by user_id limit 1)
     from (select id from athletes where organization_id = $1 order by id limit $2) assigned`,
    [organization, ASSIGNED],
  )
}

/** Stage, kind, lead and company are independent. */
async function seedDeals(owner: pg.Client, organization: string) {
  await owner.query(
    `with a as (select id, given_name || ' ' || family_name as name, row_number() over () as n from athletes where organization_id = $1),
       c as (select id, name, row_number() over () as n from companies where organization_id = $1),
       l as (select user_id, row_number() over () as n from memberships where organization_id = $1 and role = 'agent')
     insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, currency, amount_minor, starts_on, ends_on,
       next_due_on, athlete_name, company_name, last_active_at)
     select $1, gen_random_uuid(), a.id, c.id, (array['contract', 'nil', 'sponsorship'])[1 + i / 11 % 3],
       a.name || ' × ' || c.name,
       (array['draft', 'in-review', 'approved', 'signed', 'active', 'active', 'active', 'completed', 'completed', 'declined'])[i % 10 + 1],
       l.user_id, 'USD', (i::bigint * 7919) % 5000000, current_date - 200, current_date + i % 400,
       current_date + i % 300, a.name, c.name, now() - i * interval '3 minutes'
     from generate_series(1, $2::integer) i join a on a.n = (i + i / 20000) % $3 + 1 join c on c.n = (i / 7 + i % 13) % $4 + 1
       left join l on l.n = (i / 10 + i / 251) % 30 + 1`,
    [organization, DEALS, ATHLETES, COMPANIES],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms, title, company_id)
     select organization_id, id, 1, 'draft', '{"payments": []}', title, company_id from deals where organization_id = $1`,
    [organization],
  )
}

/**
 * Every tenth deal has due dates, spread over two years. Leads approve, and some reviews have no approver. Triggers fill
 * derived columns.
 */
async function seedWork(owner: pg.Pool, organization: string) {
  await owner.query(
    `update deal_versions v set stage = d.stage, frozen = '{}', hash = repeat('0', 64), frozen_at = now() - interval '9 days'
     from (select organization_id, id, stage, row_number() over (partition by stage order by id) as n from deals
       where organization_id = $1 and stage in ('in-review', 'approved')) d
     where v.organization_id = d.organization_id and v.deal_id = d.id and d.n <= $2`,
    [organization, UNSIGNED],
  )
  await owner.query(
    `insert into deal_approvals (organization_id, id, deal_id, number, step, user_id, asked_at, decided_at, decision, step_name, needs)
     select v.organization_id, gen_random_uuid(), v.deal_id, v.number, 1, d.lead_id, now() - interval '9 days',
       case v.stage when 'approved' then now() - interval '8 days' end, case v.stage when 'approved' then 'approved' end, 'Approval', 'all'
     from deal_versions v join deals d on d.organization_id = v.organization_id and d.id = v.deal_id
     where v.organization_id = $1 and v.stage in ('in-review', 'approved') and d.lead_id is not null`,
    [organization],
  )
  const due = `from (select *, row_number() over () as n from deals where organization_id = $1) d where n % 10 = 0`
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor, state)
     select organization_id, gen_random_uuid(), id, athlete_id, 'a', 1, 'Retainer', 'base', current_date - 365 + (n % 730)::integer, 'USD',
       100000, 'expected' ${due}`,
    [organization],
  )
  // One percent are contracts with a season in 36 weeks, last year's or this year's. Most due ones are paid.
  const seasons = `select d.*, extract(year from now())::integer - 1 + (n / 100 % 2)::integer as season
    from (select *, row_number() over () as n from deals where organization_id = $1 and kind = 'contract'
      and stage in ('signed', 'active', 'completed')) d where n % 20 = 0`
  await owner.query(
    `insert into payment_schedules (organization_id, deal_id, rule_id, template, installments, changed_at)
     select organization_id, id, 'base-' || season, 'nfl', (select jsonb_agg(jsonb_build_object('day', make_date(season, 9, 9) + 7 * (k - 1),
       'amountMinor', 2500000)) from generate_series(1, 36) k), now() from (${seasons}) x`,
    [organization],
  )
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor,
       guaranteed_minor, received_minor, state)
     select organization_id, gen_random_uuid(), id, athlete_id, 'base-' || season, k, season || ' base (' || k || ' of 36)', 'base',
       make_date(season, 9, 9) + 7 * (k - 1), 'USD', 2500000, case when k <= 18 then 2500000 else 0 end,
       case when make_date(season, 9, 9) + 7 * (k - 1) < current_date and k % 20 > 0 then 2500000 else 0 end, 'expected'
     from (${seasons}) x, generate_series(1, 36) k`,
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
}

/** Of all colleagues, about athletes, deals and companies; every second one is completed, every tenth has no day. */
async function seedTasks(owner: pg.Pool, organization: string) {
  await owner.query(
    `with d as (select id, athlete_id, company_id, athlete_name, row_number() over (order by id) as n from deals
         where organization_id = $1 limit $2),
       l as (select user_id, row_number() over (order by user_id) as n from memberships where organization_id = $1 and role = 'agent')
     insert into tasks (organization_id, id, title, athlete_id, deal_id, company_id, assignee_id, created_by, due_on, due_time, done_at, done_by)
     select $1, gen_random_uuid(), 'Call ' || d.athlete_name, case d.n % 4 when 0 then d.athlete_id end, case d.n % 4 when 1 then d.id end,
       case d.n % 4 when 2 then d.company_id end, l.user_id, l.user_id,
       case when d.n % 10 > 0 then current_date - 365 + (d.n % 730)::integer end, case when d.n % 10 = 1 then '15:00' end,
       case when d.n % 8 > 3 then now() - d.n * interval '1 minute' end, case when d.n % 8 > 3 then l.user_id end
     from d join l on l.n = d.n / 8 % $3 + 1`,
    [organization, TASKS, COLLEAGUES],
  )
  await owner.query('vacuum analyze tasks')
}
