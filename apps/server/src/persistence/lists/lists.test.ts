import type { ListPage } from '@sherpa/contracts/list'
import type { Member } from '@sherpa/contracts/organization'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { inOrganization } from '../database.ts'

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

/** Inserts members who joined a microsecond apart, which a JavaScript date cannot represent. */
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

test('sorts names ignoring accents and case', async () => {
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
])('search for %s finds %j', async (search, expected) => {
  expect(await found(search)).toEqual(expected)
})

test('every list that is searched looks for similar rows, whatever its columns are called', async () => {
  const functions = `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'similar\\_%' and p.proretset`
  const { rows } = await world.database.query<{ name: string }>(functions)
  expect(rows.length).toBeGreaterThan(7)
  for (const { name } of rows) {
    const search = () => world.serving.query(`select from ${name}($1, 20)`, ['2026-02-31 kaiaa'])
    expect(await inOrganization(organization, search), name).toBeDefined()
  }
})

test('a misspelled search finds similar rows and says so', async () => {
  expect(await ask(organization, { search: 'jonsen' })).toMatchObject({
    similar: true,
    rows: [{ name: 'Jonah Johnson' }],
  })
  expect(await ask(organization, { search: 'xxxyyy' })).toMatchObject({ similar: false, rows: [], total: { count: 0 } })
})

test('finds an email address by prefix, and no input causes an error', async () => {
  await addMembers(organization, ['Ada Address'])
  const { rows } = await world.database.query("select email from users where name = 'Ada Address'")
  const address: string = rows[0].email
  for (const search of [address, address.slice(0, -3), address.replace(/@.*/, '@'), address.slice(0, 20)])
    expect(await found(search)).toEqual(['Ada Address'])
  for (const search of ['...@x', '@', "'", '\\', ':*', '& |', '!', '(a', '%%%', '___', '<->'])
    expect(await ask(organization, { search })).toMatchObject({ next: null })
  await world.database.query(
    "delete from memberships where user_id = (select id from users where name = 'Ada Address')",
  )
})

test.each([
  ['jonah jonson', 'Jonah Johnson'],
  ['lukasz nowka', 'Łukasz Nowak'],
  ['stone adma', 'adam Stone'],
])('corrects one misspelled word: %s', async (search, name) => {
  const page = await ask(organization, { search })
  expect([page.similar, page.rows[0]?.name]).toEqual([true, name])
})

test.each([
  ['hnson', ['Jonah Johnson']],
  ['owa', ['Łukasz Nowak']],
  // Prefix matches win over infix matches.
  ['sto', ['adam Stone']],
])('finds infix matches if there is no prefix match: %s', async (search, expected) => {
  expect(await ask(organization, { search })).toMatchObject({ similar: false, total: { count: expected.length } })
  expect(await found(search)).toEqual(expected)
})

describe('words for spelling correction', () => {
  let another: string
  beforeAll(async () => {
    another = await world.people.createOrganization(owner)
  })
  const isKnown = async (word: string) =>
    (await world.database.query('select from memberships_words where word = $1', [word])).rowCount !== 0

  test('belong to one organization', async () => {
    await addMembers(another, ['Basil Featherstonehaugh'])
    expect(await ask(another, { search: 'fetherstonehaugh' })).toMatchObject({ similar: true, rows: [{}] })
    expect(await ask(organization, { search: 'fetherstonehaugh' })).toMatchObject({ similar: false, rows: [] })
  })

  test('are deleted with the last row that contains them', async () => {
    await addMembers(another, ['Una Quimberley', 'Ugo Quimberley'])
    const leave = (name: string) =>
      world.database.query('delete from memberships where user_id = (select id from users where name = $1)', [name])
    await leave('Una Quimberley')
    await world.database.query('select forget_unused_words()')
    expect([await isKnown('una'), await isKnown('quimberley')]).toEqual([false, true])
    await leave('Ugo Quimberley')
    await world.database.query('select forget_unused_words()')
    expect([await isKnown('quimberley'), await isKnown('johnson')]).toEqual([false, true])
  })

  test('can be added concurrently without blocking', async () => {
    const clients = await Promise.all([world.database.connect(), world.database.connect()])
    for (const client of clients) {
      await client.query("begin; set local lock_timeout = '5s'")
      await client.query(
        `with person as (insert into users (id, name, email, email_verified)
           values (gen_random_uuid(), 'Ottoline Vanbrugh', gen_random_uuid() || '@club.example', true) returning id)
         insert into memberships (organization_id, user_id, role) select $1, id, 'coach' from person`,
        [another],
      )
    }
    for (const client of clients) {
      await client.query('commit')
      client.release()
    }
    expect(await ask(another, { search: 'vanburgh' })).toMatchObject({ similar: true, total: { count: 2 } })
    await world.database.query('select forget_unused_words()')
    const { rowCount } = await world.database.query("select from memberships_words where word = 'vanbrugh'")
    expect(rowCount).toBe(1)
  })

  test('are invisible to the serving role without tenant', async () => {
    expect((await world.serving.query('select from memberships_words')).rowCount).toBe(0)
    expect((await world.serving.query('select from demo_requests_words')).rowCount).toBe(0)
  })
})

test.each(['name', '-name', 'joined', '-joined'])('pagination returns every row once, sorted by %s', async (sort) => {
  const rows = await allPages(crowded, { sort, limit: '97' })
  expect(rows).toHaveLength(1002)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1002)
})

test('concurrent inserts and deletes neither repeat nor skip rows', async () => {
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

test('pages through all matches of a broad search', async () => {
  const first = await ask(crowded, { search: 'common' })
  // A broad search is not counted: the page is a lower bound.
  expect(first.total).toEqual({ count: 50, exact: false })
  const all = await allPages(crowded, { search: 'common', limit: '100' })
  expect(all.length).toBeGreaterThan(900)
  expect(await ask(crowded, { search: 'smythe' })).toMatchObject({ total: { count: 1, exact: true } })
  expect(await ask(crowded, { search: 'common', role: 'athlete' })).toMatchObject({ rows: [] })
})

test('a broad search sorted by name returns prefix matches first and every row once', async () => {
  const many = await world.people.createOrganization(owner)
  await addMembers(
    many,
    Array.from({ length: 900 }, (_, n) => (n % 300 ? `Amy Zoltan ${n}` : `Zoltan ${n}`)),
  )
  for (const sort of ['name', '-name']) {
    const rows = await allPages(many, { search: 'zoltan', sort, limit: '100' })
    expect(
      namesIn({ rows } as ListPage<Member>)
        .slice(0, 3)
        .toSorted(),
    ).toEqual(['Zoltan 0', 'Zoltan 300', 'Zoltan 600'])
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([900, 900])
  }
  expect(await allPages(many, { search: 'zoltan', sort: 'joined', limit: '100' })).toHaveLength(900)
})

test('a search with a high estimate but few or no matches returns exactly those', async () => {
  const many = await world.people.createOrganization(owner)
  await addMembers(
    many,
    Array.from({ length: 8000 }, (_, n) => (n % 2 ? `Walter ${n}` : `Hannah ${n}`)),
  )
  await addMembers(many, ['Hannah Walter'])
  // The planner assumes that frequent words are independent.
  await world.database.query('analyze memberships')
  expect(await ask(many, { search: 'walter hannah' })).toMatchObject({
    rows: [{ name: 'Hannah Walter' }],
    total: { count: 1, exact: true },
    similar: false,
  })
  expect(await ask(many, { search: 'walter', role: 'athlete' })).toMatchObject({ rows: [], similar: false })
  expect((await ask(many, { search: 'walter' })).total).toMatchObject({ exact: false })
})

test('filters narrow rows and total; ids select rows within them', async () => {
  expect(await ask(organization, { role: 'owner,athlete' })).toMatchObject({ total: { count: 1, exact: true } })
  const coaches = await ask(organization, { role: 'coach', limit: '2' })
  expect(coaches).toMatchObject({ total: { count: names.length, exact: true } })
  const ids = [owner.id, coaches.rows[0]?.id].join(',')
  expect((await ask(organization, { ids })).rows).toHaveLength(2)
  expect((await ask(organization, { ids, role: 'owner' })).rows).toHaveLength(1)
  expect((await ask(crowded, { ids: coaches.rows[0]?.id ?? '' })).rows).toEqual([])
  expect((await ask(organization, { ids: `no-id,${owner.id}` })).rows).toHaveLength(1)
})

test('search finds nothing of another organization', async () => {
  const stranger = await world.people.register('Nosy Parker')
  const elsewhere = await world.people.createOrganization(stranger)
  const answer = await stranger.ask('GET', `/api/organizations/${elsewhere}/people?search=johnson`)
  expect(answer.json()).toMatchObject({ rows: [], similar: false })
})

test('finds a renamed person by the new name', async () => {
  const person = await world.people.register('Old Name')
  await world.people.join(owner, organization, person, 'agent')
  await person.ask('PATCH', '/api/account', { name: 'Quentin Newname' })
  expect(await found('newname')).toEqual(['Quentin Newname'])
  expect(await ask(organization, { search: 'newnmae' })).toMatchObject({ similar: true, rows: [{}] })
})

test.each([
  ['sort=age', 'sort', 'Choose one of these: name, -name, joined, -joined'],
  ['limit=101', 'limit', 'Ask for at most 100 rows'],
  ['limit=100000', 'limit', 'Ask for at most 100 rows'],
  [`limit=${'9'.repeat(400)}`, 'limit', 'Please use at most 10 characters'],
  ['limit=x', 'limit', 'Enter a number'],
  ['limit=5&limit=6', 'limit', 'Send this only once, as text'],
  ['after=nonsense', 'after', 'Begin again with the first page'],
  [`after=${'x'.repeat(2001)}`, 'after', 'Please use at most 2000 characters'],
  ['ids=%27', 'ids.0', 'This does not have the right form'],
  [`ids=${'a,'.repeat(100)}a`, 'ids', 'Name at most 100'],
  ['role=king', 'role.0', 'Choose a role'],
  ['search=a&search=b', 'search', 'Send this only once, as text'],
  ['page=2', 'page', 'This field is not known'],
])('rejects invalid query %s', async (query, field, message) => {
  const answer = await owner.ask('GET', `/api/organizations/${organization}/people?${query}`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field, message }] })
})

test.each([
  ['name', '["name","zz","not-a-uuid"]'],
  ['name', '["name","\\u0000","0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
  ['name', '["name",null,"0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
  ['joined', '["joined","not a date","0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10"]'],
])('rejects a tampered cursor: %s %s', async (sort, cursor) => {
  const after = Buffer.from(cursor).toString('base64url')
  const answer = await owner.ask('GET', `/api/organizations/${organization}/people?sort=${sort}&after=${after}`)
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'after' }] })
})

test('rejects a cursor of another sort', async () => {
  const { next } = await ask(crowded, { sort: 'name' })
  const answer = await owner.ask('GET', `/api/organizations/${crowded}/people?sort=joined&after=${next}`)
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'after' }] })
})
