import type { ListPage } from '@sherpa/contracts/list'
import type { Member } from '@sherpa/contracts/organization'
import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let crowded: string

const names = [
  'adam Stone',
  'Émile Žák',
  'Emile Zaak',
  'Łukasz Nowak',
  'Иван Петров',
  'Jonah Johnson',
  'Cody 100% Sure',
  'bo_Li',
]

/** By direct insert. They have joined a microsecond apart, which a JavaScript date cannot tell. */
async function addMembers(into: string, all: string[], role = 'coach') {
  await world.database.query(
    `with given as (select name, n, gen_random_uuid() as id from unnest($1::text[]) with ordinality as given (name, n)),
     people as (insert into users (id, name, email, email_verified) select id, name, id || '@club.example', true from given returning id)
     insert into memberships (organization_id, user_id, role, created_at)
     select $2, id, $3, '2026-01-01'::timestamptz + make_interval(secs => n / 1e6) from given join people using (id)`,
    [all, into, role],
  )
}

async function ask(of: string, query: Record<string, string> = {}) {
  const answer = await owner.ask('GET', `/api/organizations/${of}/people?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as ListPage<Member>
}

const namesIn = ({ rows }: ListPage<Member>) => rows.map(({ name }) => name)
const found = async (search: string) => namesIn(await ask(organization, { search }))

async function allPages(of: string, query: Record<string, string>, meanwhile?: (page: number) => Promise<void>) {
  const rows: Member[] = []
  let after: string | null = ''
  for (let page = 0; after !== null; page++) {
    const answer: ListPage<Member> = await ask(of, { ...query, ...(after && { after }) })
    rows.push(...answer.rows)
    after = answer.next
    await meanwhile?.(page)
  }
  return rows
}

beforeAll(async () => {
  owner = await world.people.register('Zoe Quist')
  organization = await world.people.createOrganization(owner)
  crowded = await world.people.createOrganization(owner)
  await addMembers(organization, names)
  await addMembers(
    crowded,
    Array.from({ length: 1000 }, (_, n) => `Smith ${n % 7} Common`),
  )
  await addMembers(crowded, ['Rare Smythe'], 'athlete')
})

test('names are sorted as people sort them, whatever their accents and capitals', async () => {
  expect(namesIn(await ask(organization))).toEqual([
    'adam Stone',
    'bo_Li',
    'Cody 100% Sure',
    'Emile Zaak',
    'Émile Žák',
    'Jonah Johnson',
    'Łukasz Nowak',
    'Zoe Quist',
    'Иван Петров',
  ])
  expect(namesIn(await ask(organization, { sort: '-name' }))[0]).toBe('Иван Петров')
})

test.each([
  ['emile', ['Emile Zaak', 'Émile Žák']],
  ['ÉMILE žak', ['Émile Žák']],
  ['nowak LUKASZ', ['Łukasz Nowak']],
  ['иван', ['Иван Петров']],
  ['100%', ['Cody 100% Sure']],
  ['bo', ['bo_Li']],
  ['no', ['Łukasz Nowak']],
  ['za emile', ['Emile Zaak', 'Émile Žák']],
  ['ak', []],
  ['Łu', ['Łukasz Nowak']],
  ['b', ['bo_Li']],
  ['bo_li', ['bo_Li']],
])('a search for %s finds %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected)
})

test('a search that is misspelled finds what is similar, and says so', async () => {
  expect(await ask(organization, { search: 'jonsen' })).toMatchObject({
    similar: true,
    rows: [{ name: 'Jonah Johnson' }],
  })
  expect(await ask(organization, { search: 'xxxyyy' })).toMatchObject({ similar: false, rows: [], total: { count: 0 } })
})

test.each(['name', '-name', 'joined', '-joined'])('every row comes once, page by page, sorted by %s', async (sort) => {
  const rows = await allPages(crowded, { sort, limit: '97' })
  expect(rows).toHaveLength(1002)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1002)
})

test('rows that come and go while someone reads on neither repeat others nor hide them', async () => {
  const kept = new Set((await allPages(crowded, { role: 'coach', limit: '100' })).map(({ id }) => id))
  const rows = await allPages(crowded, { role: 'coach', limit: '50' }, async (page) => {
    if (page !== 3) return
    await addMembers(crowded, ['Aaa First', 'Zzz Last'])
    const { rows: gone } = await world.database.query(
      `delete from memberships where ctid in (select ctid from memberships where organization_id = $1 and role = 'coach'
         and folded < 'smith 3' and folded > 'smith 0' limit 20) returning user_id`,
      [crowded],
    )
    for (const { user_id } of gone) kept.delete(user_id)
  })
  const seen = rows.map(({ id }) => id)
  expect(new Set(seen).size).toBe(seen.length)
  expect([...kept].filter((id) => !seen.includes(id))).toEqual([])
})

test('a search that finds a great many rows still pages through all of them', async () => {
  const first = await ask(crowded, { search: 'common' })
  // At least this is known: the one if PostgreSQL expected as much, the other if the index was asked.
  expect([50, 500]).toContain(first.total?.count)
  expect(first.total?.exact).toBe(false)
  const all = await allPages(crowded, { search: 'common', limit: '100' })
  expect(all.length).toBeGreaterThan(900)
  expect(await ask(crowded, { search: 'smythe' })).toMatchObject({ total: { count: 1, exact: true } })
  expect(await ask(crowded, { search: 'common', role: 'athlete' })).toMatchObject({ rows: [] })
})

test('of a great many rows, sorted by name, those that begin with what was searched come first, and each comes once', async () => {
  const many = await world.people.createOrganization(owner)
  await addMembers(
    many,
    Array.from({ length: 600 }, (_, n) => (n % 200 ? `Amy Zoltan ${n}` : `Zoltan ${n}`)),
  )
  for (const sort of ['name', '-name']) {
    const rows = await allPages(many, { search: 'zoltan', sort, limit: '100' })
    expect(
      namesIn({ rows } as ListPage<Member>)
        .slice(0, 3)
        .toSorted(),
    ).toEqual(['Zoltan 0', 'Zoltan 200', 'Zoltan 400'])
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([600, 600])
  }
  expect(await allPages(many, { search: 'zoltan', sort: 'joined', limit: '100' })).toHaveLength(600)
})

test('a search that was expected to find a great many rows, and finds few or none, says so', async () => {
  const many = await world.people.createOrganization(owner)
  await addMembers(
    many,
    Array.from({ length: 8000 }, (_, n) => (n % 2 ? `Walter ${n}` : `Hannah ${n}`)),
  )
  await addMembers(many, ['Hannah Walter'])
  // PostgreSQL knows how frequent each word is, and takes it that they are found together now and then.
  await world.database.query('analyze memberships')
  expect(await ask(many, { search: 'walter hannah' })).toMatchObject({
    rows: [{ name: 'Hannah Walter' }],
    total: { count: 1, exact: true },
    similar: false,
  })
  expect(await ask(many, { search: 'walter', role: 'athlete' })).toMatchObject({ rows: [], similar: false })
  expect((await ask(many, { search: 'walter' })).total).toMatchObject({ exact: false })
})

test('filters narrow the list and its total; ids pick rows that are in it', async () => {
  expect(await ask(organization, { role: 'owner,athlete' })).toMatchObject({ total: { count: 1, exact: true } })
  const coaches = await ask(organization, { role: 'coach', limit: '2' })
  expect(coaches).toMatchObject({ total: { count: names.length, exact: true } })
  const ids = [owner.id, coaches.rows[0]?.id].join(',')
  expect((await ask(organization, { ids })).rows).toHaveLength(2)
  expect((await ask(organization, { ids, role: 'owner' })).rows).toHaveLength(1)
  expect((await ask(crowded, { ids: coaches.rows[0]?.id ?? '' })).rows).toEqual([])
  expect((await ask(organization, { ids: `no-id,${owner.id}` })).rows).toHaveLength(1)
})

test('another organization has nothing to find here', async () => {
  const stranger = await world.people.register('Nosy Parker')
  const elsewhere = await world.people.createOrganization(stranger)
  const answer = await stranger.ask('GET', `/api/organizations/${elsewhere}/people?search=johnson`)
  expect(answer.json()).toMatchObject({ rows: [], similar: false })
})

test('a person who gets another name is found by it', async () => {
  const person = await world.people.register('Old Name')
  await world.people.join(owner, organization, person, 'agent')
  await person.ask('PATCH', '/api/account', { name: 'Quentin Newname' })
  expect(await found('newname')).toEqual(['Quentin Newname'])
})

test.each([
  'sort=age',
  'limit=101',
  'limit=x',
  'after=nonsense',
  'ids=%27',
  'role=king',
  'search=a&search=b',
  'page=2',
])('what nobody can ask is refused: %s', async (query) => {
  const answer = await owner.ask('GET', `/api/organizations/${organization}/people?${query}`)
  expect(answer.statusCode).toBe(422)
})

test.each([
  ['name', '["name","zz","not-a-uuid"]'],
  ['name', '["name","\\u0000","0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
  ['name', '["name",null,"0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
  ['joined', '["joined","not a date","0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
])('a cursor that was altered is refused: %s %s', async (sort, cursor) => {
  const after = Buffer.from(cursor).toString('base64url')
  const answer = await owner.ask('GET', `/api/organizations/${organization}/people?sort=${sort}&after=${after}`)
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'after' }] })
})

test('a page of one sort does not continue another', async () => {
  const { next } = await ask(crowded, { sort: 'name' })
  const answer = await owner.ask('GET', `/api/organizations/${crowded}/people?sort=joined&after=${next}`)
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'after' }] })
})
