// npm run bench:disclosures: the officer's desk with 200,000 disclosures in one organization, for a member with all athletes and
// one with thirty assigned athletes (output: see measure-queries.ts).
import type { DisclosuresQuery } from '@sherpa/contracts/disclosure'
import type { Permission } from '@sherpa/contracts/organization'
import type pg from 'pg'
import { loadFactsForReports } from '../apps/server/src/domains/compliance/facts-for-reports.ts'
import { listDisclosures } from '../apps/server/src/domains/disclosures/disclosure-list.ts'
import { signedInOwner } from '../apps/server/test/signed-in-owner.ts'
import { type Ask, cursor, type Kind, kind, measureQueries, pick, timed } from './measure-queries.ts'

const DISCLOSURES = 200_000
const REQUESTS = 20_000
const ATHLETES = 20_000
const COLLEAGUES = 25
const ASSIGNED = 30

await measureQueries(async ({ owner }) => {
  const known = await owner.query<{ id: string }>('select organization_id as id from disclosures limit 1')
  const organization = known.rows[0]?.id ?? (await timed(`${DISCLOSURES} disclosures`, () => seed(owner)))
  const requests = await owner.query('select from attestation_requests limit 1')
  if (!requests.rowCount) await timed(`${REQUESTS} requests to payors`, () => seedRequests(owner, organization))
  return { organization, kinds: await deskQueries(owner, organization) }
})

async function deskQueries(owner: pg.Pool, organization: string): Promise<Kind[]> {
  const { rows: some } = await owner.query<Record<'id' | 'athlete' | 'deal' | 'preparer' | 'name' | 'due', string>>(
    `select id, athlete_id as athlete, deal_id as deal, preparer_id as preparer, name, due_at::text as due
     from disclosures tablesample bernoulli (1) repeatable (7) where organization_id = $1 and work = 'due' and preparer_id is not null`,
    [organization],
  )
  const { rows: assigned } = await owner.query<{ id: string }>('select user_id as id from athlete_assignments limit 1')
  const person = { id: assigned[0]?.id ?? '' }
  const all: Permission[] = ['athletes.view', 'athletes.all', 'deals.view', 'disclosures.edit', 'money.view']
  const parts = { clock: () => new Date(), loadComplianceFacts: loadFactsForReports }
  const queriesFor =
    (permissions: Permission[]) =>
    (asked: DisclosuresQuery): Ask => {
      const member = { organization, role: 'agent' as const, permissions, lacksSecondFactor: true }
      return (db) => listDisclosures(db, { person, member }, asked, parts)
    }
  const kindsOf = (who: string, ask: (asked: DisclosuresQuery) => Ask) => [
    kind(`${who}: everything due`, () => ask({})),
    kind(`${who}: mine`, () => ask({ scope: 'mine' })),
    kind(`${who}: deep page`, (n) => ask({ after: cursor('due', pick(some, n).due, pick(some, n).id) })),
    kind(`${who}: one kind`, (n) => ask({ kind: [pick(['nil-go', 'school-72h', 'other'] as const, n)] })),
    kind(`${who}: one state`, (n) => ask({ state: [pick(['draft', 'ready', 'flagged', 'not-cleared'] as const, n)] })),
    kind(`${who}: of a preparer`, (n) => ask({ preparer: pick(some, n).preparer })),
    kind(`${who}: without a preparer`, () => ask({ preparer: 'none' })),
    kind(`${who}: closed`, () => ask({ work: 'closed' })),
    kind(`${who}: of an athlete`, (n) => ask({ athlete: pick(some, n).athlete })),
    kind(`${who}: of a deal`, (n) => ask({ deal: pick(some, n).deal })),
    kind(`${who}: search`, (n) =>
      ask({
        search:
          pick(some, n)
            .name.split(' ')
            .at(n % 2) ?? '',
      }),
    ),
  ]
  return [
    ...kindsOf('all athletes', queriesFor(all)),
    ...kindsOf('assigned', queriesFor(all.filter((one) => one !== 'athletes.all'))),
  ]
}

/** A tenth is due and a tenth waits, over two years. One in ten has no preparer. */
async function seed(owner: pg.Pool) {
  const { organization } = await signedInOwner(owner)
  const company = crypto.randomUUID()
  await owner.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage)
     select $1, gen_random_uuid(), (array['Jonah', 'Mina', 'Theo', 'Ada'])[n % 4 + 1], initcap(syllables[n % 20 + 1] || syllables[n / 20 % 20 + 1]
       || syllables[n / 400 % 20 + 1]), 'college', 'signed'
     from generate_series(1, $2::integer) n,
       (select string_to_array('ba bel cor dan dri eck fal gar hol ing jas kel lam mor nov ost pel qui ras sten', ' ') as syllables) words`,
    [organization, ATHLETES],
  )
  await owner.query(
    `insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')`,
    [organization, company],
  )
  await owner.query(
    `with colleagues as (insert into users (name, email, email_verified)
       select 'Colleague ' || n, 'colleague' || n || '@agency.example', true from generate_series(1, $2::integer) n returning id)
     insert into memberships (organization_id, user_id, role) select $1, id, 'agent' from colleagues`,
    [organization, COLLEAGUES],
  )
  await owner.query(
    `insert into athlete_assignments (organization_id, athlete_id, user_id)
     select $1, id, (select user_id from memberships where organization_id = $1 and role = 'agent' order by user_id limit 1)
     from (select id from athletes where organization_id = $1 order by id limit $2) assigned`,
    [organization, ASSIGNED],
  )
  await owner.query(
    `with a as (select id, given_name || ' ' || family_name as name, row_number() over () as n from athletes where organization_id = $1)
     insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, currency, athlete_name, company_name)
     select $1, gen_random_uuid(), a.id, $2, 'nil', a.name || ' × Halden Sportswear', 'draft', 'USD', a.name, 'Halden Sportswear'
     from generate_series(1, $3::integer) i join a on a.n = (i + i / 20000) % $4 + 1`,
    [organization, company, DISCLOSURES, ATHLETES],
  )
  await owner.query(
    `with d as (select id, athlete_id, title, row_number() over () as n from deals where organization_id = $1),
       l as (select user_id, row_number() over () as n from memberships where organization_id = $1 and role = 'agent')
     insert into disclosures (organization_id, id, kind, athlete_id, deal_id, name, title, state, counts_from, due_on, due_at, preparer_id)
     select $1, gen_random_uuid(), kinds[d.n % 5 + 1], d.athlete_id, d.id, d.title, case kinds[d.n % 5 + 1] when 'other' then 'State report' end,
       states[d.n / 5 % 20 + 1], day - 7, day, day + time '23:59', l.user_id
     from d cross join lateral (select current_date - 365 + (d.n * 7919 % 730)::integer as day,
         array['nil-go', 'nil-go', 'nil-go', 'nil-go', 'other'] as kinds,
         array['draft', 'ready', 'submitted', 'attested'] || array_fill('cleared'::text, array[14]) || array['withdrawn', 'revised'] as states) x
       left join l on l.n = d.n / 3 % 28 + 1`,
    [organization],
  )
  await owner.query('vacuum analyze athletes, deals, disclosures, athlete_assignments, memberships')
  return organization
}

/** Half of them are answered. */
async function seedRequests(owner: pg.Pool, organization: string) {
  await owner.query(
    `insert into attestation_requests (organization_id, id, disclosure_id, token_hash, name, email, asked_on, mailed_days, answered_at, closed_at)
     select $1, gen_random_uuid(), x.id, sha256(x.id::text::bytea), 'Sofia Brandt', 'sofia@halden.example', x.due_on, '{0}',
       case when x.n % 2 = 0 then now() end, case when x.n % 2 = 0 then now() end
     from (select id, due_on, row_number() over (order by id) as n from disclosures
       where organization_id = $1 and kind = 'nil-go' and work <> 'closed' limit $2) x`,
    [organization, REQUESTS],
  )
  await owner.query('vacuum analyze attestation_requests')
}
