// slow: pages through 16,000 athletes; represented by apps/server/src/domains/athletes/athletes.test.ts, apps/server/src/domains/athletes/athlete-filters.test.ts
import type { Athlete, AthletesQuery } from '@sherpa/contracts/athlete'
import type { ListPage } from '@sherpa/contracts/list'
import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { listAthletes } from './athletes.ts'

/** More than the limit for in-memory sorting, so that lists are read in index order. */
const ATHLETES = 16_000
const world = platformForTests({ plansOfProduction: true })
let owner: Someone
let organization: string
let coach: Someone
const tags = { frequent: '', rare: '' }

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  const client = await world.database.connect()
  // Skips triggers for speed.
  await client.query('begin; set local session_replication_role = replica; set local statement_timeout = 0')
  await client.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage, sport, state, class_year)
     select $1, gen_random_uuid(), 'Kaia', 'Family' || n, case when n % 3 = 0 then 'pro' else 'college' end,
       case when n % 40 = 0 then 'signed' else 'prospect' end, 'football', case when n % 7 = 0 then 'TX' else 'OR' end,
       case when n % 3 <> 0 then 2024 + n % 4 end
     from generate_series(1, $2) n`,
    [organization, ATHLETES],
  )
  await client.query(
    `insert into athlete_positions (organization_id, position, athlete_id)
     select organization_id, 'football.' || case when substr(family_name, 7)::integer % 20 = 0 then 'kicker' else 'quarterback' end, id
     from athletes where organization_id = $1`,
    [organization],
  )
  await client.query(
    'insert into athlete_assignments (organization_id, athlete_id, user_id) select $1, id, $2 from athletes where organization_id = $1',
    [organization, owner.id],
  )
  // A program with all of them.
  coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
  await client.query(
    `with program as (insert into programs (organization_id, name) values ($1, 'Football') returning id),
     member as (insert into program_members (organization_id, program_id, user_id, starts_on) select $1, id, $2, '2020-01-01' from program)
     insert into program_athletes (organization_id, program_id, athlete_id, starts_on)
     select $1, program.id, a.id, '2020-01-01' from program, athletes a where a.organization_id = $1`,
    [organization, coach.id],
  )
  await client.query('commit')
  client.release()
  for (const [name, every] of [
    ['frequent', 20],
    ['rare', 5000],
  ] as const) {
    const { rows } = await world.database.query(
      `with made as (insert into tags (organization_id, name) values ($1, $2) returning id),
       tagged as (insert into athlete_tags select $1, a.id, made.id from athletes a, made
         where a.organization_id = $1 and substr(family_name, 7)::integer % $3 = 0)
       select id from made`,
      [organization, name, every],
    )
    tags[name] = rows[0].id
  }
  // Like a merged record: hidden from lists, but still tagged.
  await world.database.query("update athletes set removed_at = now() where family_name = 'Family100'")
  await world.database.query(
    'vacuum analyze athletes, athlete_positions, athlete_tags, athlete_assignments, program_athletes, program_members, programs',
  )
}, 120_000)

async function list(query: Record<string, string>) {
  const answer = await owner.ask('GET', `/api/organizations/${organization}/athletes?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as ListPage<Athlete>
}

async function listAll(query: Record<string, string>) {
  const rows: Athlete[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: ListPage<Athlete> = await list({ ...query, limit: '100', ...(after && { after }) })
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

test.each(['name', '-class', 'class', '-added'])('pages through a frequent tag, sorted by %s', async (sort) => {
  expect((await list({ tag: tags.frequent, sort })).total).toEqual({ count: ATHLETES / 20 - 1, exact: true })
  const rows = await listAll({ tag: tags.frequent, sort })
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([ATHLETES / 20 - 1, ATHLETES / 20 - 1])
  const years = rows.map(({ classYear }) => classYear)
  if (sort.endsWith('class')) expect(years.slice(years.indexOf(null)).every((year) => year === null)).toBe(true)
})

test.each(['school', '-school', 'state', '-state', 'stage', '-stage', 'sport'])(
  'pages in the order of %s',
  async (sort) => {
    const rows = await listAll({ sort, position: 'football.kicker' })
    expect(rows).toHaveLength(ATHLETES / 20 - 1)
    const values = rows.map((row) => row[sort.replace('-', '') as 'state'])
    const sorted = values.filter((value) => value !== null).sort()
    expect(values.filter((value) => value !== null)).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
    expect(values.slice(sorted.length).every((value) => value === null)).toBe(true)
  },
)

test('filters by a rare tag and by tags with other filters', async () => {
  expect((await list({ tag: tags.rare })).total).toEqual({ count: 3, exact: true })
  expect(await list({ tag: tags.rare, stage: 'signed', search: 'family5000' })).toMatchObject({ total: { count: 1 } })
  expect(await listAll({ tag: tags.frequent, stage: 'signed' })).toHaveLength(ATHLETES / 40)
  expect(await listAll({ tag: tags.frequent, state: 'TX', search: 'kaia' })).toHaveLength(
    ATHLETES / 140 - ((ATHLETES / 140) % 1),
  )
  expect(await listAll({ tag: `${tags.frequent},${tags.rare}`, assignee: 'me' })).toHaveLength(ATHLETES / 20 - 1)
})

/** Query plans of a list page, with the serving role. */
async function explainList(query: AthletesQuery, isLimited = false) {
  const plans: string[] = []
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const answer = await world.serving.query(text, values)
      const { rows } = await world.serving.query(`explain (analyze, buffers) ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return answer
    },
  } as unknown as Database
  const member = {
    organization,
    role: 'owner',
    permissions: ['athletes.view', 'athletes.all'],
    lacksSecondFactor: true,
  } as const
  const viewer = isLimited
    ? {
        person: { id: coach.id },
        member: { ...member, role: 'coach' as const, permissions: ['athletes.view' as const] },
      }
    : { person: { id: owner.id }, member: { ...member, permissions: [...member.permissions] } }
  await inOrganization(organization, () => listAthletes(explaining, viewer, query, new Date()))
  return plans
}

test.each<[string, () => AthletesQuery]>([
  ['a stage', () => ({ stage: ['signed'], sort: '-active' })],
  ['a stage, a level and a state', () => ({ stage: ['signed'], level: ['pro'], state: ['TX'], sort: 'class' })],
  ['a tag', () => ({ tag: [tags.frequent], sort: 'name' })],
  ['a frequent position', () => ({ position: ['football.quarterback'], sort: '-active' })],
  ['a rare position', () => ({ position: ['football.kicker'], sort: 'name' })],
  ['by school', () => ({ sort: 'school' })],
  ['by state', () => ({ sort: '-state', stage: ['signed'] })],
  ['by stage', () => ({ sort: 'stage', level: ['pro'] })],
  ['by sport', () => ({ sort: 'sport' })],
  ['an assignee', () => ({ assignee: ['me'], sort: '-added' })],
])('reads only the rows of the page from the table: %s', async (_, query) => {
  let buffers = 0
  for (const plan of await explainList(query())) {
    expect(plan).not.toMatch(/(Seq|Bitmap Heap) Scan on athletes\b/)
    buffers += Number(plan.match(/Buffers: shared hit=(\d+)/)?.[1] ?? 0)
  }
  // Reading skipped rows would take 2,000 more. Indexes that cover all filters have about 1,460.
  expect(buffers).toBeLessThan(1700)
})

test.each<[string, AthletesQuery]>([
  ['by activity', { sort: '-active' }],
  ['by name', { sort: 'name' }],
  ['of a stage', { stage: ['prospect'], sort: '-added' }],
])('reads few rows for a member who sees all of them through a program: %s', async (_, query) => {
  const plans = await explainList(query, true)
  // Checking all of them would take 50,000 more.
  const buffers = plans.map((plan) => Number(plan.match(/Buffers: shared hit=(\d+)/)?.[1] ?? 0))
  expect(buffers.reduce((sum, one) => sum + one, 0)).toBeLessThan(1200)
})

test('pages through everything that a program shows', async () => {
  await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
    role: 'coach',
    permission: 'athletes.all',
    allowed: false,
  })
  const page = async (query: object) =>
    (await coach.ask('GET', `/api/organizations/${organization}/athletes?${new URLSearchParams({ ...query })}`)).json()
  const first = await page({ sort: 'name', limit: '100' })
  const second = await page({ sort: 'name', limit: '100', after: first.next })
  expect(new Set([...first.rows, ...second.rows].map(({ id }: Athlete) => id)).size).toBe(200)
  expect((await page({ search: 'family5000' })).rows).toHaveLength(1)
  expect((await page({ tag: tags.rare })).rows).toHaveLength(3)
})
