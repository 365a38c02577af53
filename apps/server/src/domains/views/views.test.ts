import { MOST_VIEWS, type SavedView } from '@sherpa/contracts/view'
import { beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()
let owner: Someone
let agent: Someone
let coach: Someone
let athlete: Someone
let organization: string

beforeEach(async () => {
  owner = await world.people.register('Zoe Quist')
  organization = await world.people.createOrganization(owner)
  agent = await addMember('agent')
  coach = await addMember('coach')
  athlete = await addMember('athlete')
})

async function addMember(role: 'agent' | 'coach' | 'athlete') {
  const someone = await world.people.register()
  await world.people.join(owner, organization, someone, role)
  return someone
}

const at = (view = '') => `/api/organizations/${organization}/views${view && `/${view}`}`
const coaches = { list: 'members', name: 'Coaches', address: 'role=coach', shared: false }

async function save(someone: Someone, more: object = {}): Promise<string> {
  const answer = await someone.ask('POST', at(), { ...coaches, ...more })
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

async function listViews(someone: Someone): Promise<SavedView[]> {
  return (await someone.ask('GET', at())).json().views
}
const listNames = async (someone: Someone) => (await listViews(someone)).map(({ name }) => name)
const readCode = async (answer: ReturnType<Someone['ask']>) => {
  const { statusCode, json } = await answer
  return statusCode < 400 ? 'ok' : json().code
}

const allow = (role: string, permission: string, allowed: boolean) =>
  owner.ask('PUT', `/api/organizations/${organization}/permissions`, { role, permission, allowed })

test('names of views visible to a person are unique per list', async () => {
  const id = await save(agent)
  const saveAgain = (body: object) => agent.ask('POST', at(), { ...coaches, ...body })
  expect((await saveAgain({ name: 'COACHES' })).json().errors).toMatchObject([{ field: 'name' }])
  // Private views of others do not count, and other names are free.
  await save(owner, { shared: false })
  const other = await save(agent, { name: 'Mentors' })
  expect((await agent.ask('PATCH', at(other), { name: 'Coaches' })).json().errors).toMatchObject([{ field: 'name' }])
  expect(await readCode(agent.ask('PATCH', at(id), { name: 'coaches' }))).toBe('ok')
})

test.each(['toString', 'constructor', '__proto__'])('%s is no parameter of an address', async (word) => {
  const answer = await agent.ask('POST', at(), { ...coaches, address: `${word}=1` })
  expect(answer.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'address' }] })
})

describe('visibility', () => {
  test('athletes neither see nor share views of others', async () => {
    await allow('athlete', 'athletes.view', true)
    const shared = { list: 'athletes', name: 'Athletes of Ingrid', address: 'search=Ingrid', shared: true }
    const id = await save(owner, shared)
    expect(await listNames(coach)).toEqual(['Athletes of Ingrid'])
    expect(await listNames(athlete)).toEqual([])
    expect(await readCode(athlete.ask('PUT', at(`${id}/pin`)))).toBe('not-found')
    const own = await save(athlete, { ...shared, name: 'Mine', shared: false })
    expect(await readCode(athlete.ask('POST', at(), { ...shared, name: 'Ours' }))).toBe('not-permitted')
    expect(await readCode(athlete.ask('PATCH', at(own), { shared: true }))).toBe('not-permitted')
    const watched = { ...shared, name: 'Watched', shared: false, alert: true }
    expect(await readCode(athlete.ask('POST', at(), watched))).toBe('not-permitted')
    expect(await listNames(athlete)).toEqual(['Mine'])
  })

  test('views of tasks are for everyone but athletes', async () => {
    await save(coach, { list: 'tasks', name: 'Done', address: 'scope=all&state=done', shared: true })
    expect([await listNames(agent), await listNames(athlete)]).toEqual([['Done'], []])
    const mine = { list: 'tasks', name: 'Mine', address: 'state=done', shared: false }
    expect(await readCode(athlete.ask('POST', at(), mine))).toBe('not-permitted')
  })

  test('a private view is visible only to its owner', async () => {
    const id = await save(agent)
    expect(await listViews(agent)).toEqual([{ ...coaches, id, own: true, pinned: false, question: null, alert: false }])
    expect(await listViews(owner)).toEqual([])
    for (const ask of [
      owner.ask('PATCH', at(id), { name: 'Mine' }),
      owner.ask('DELETE', at(id)),
      owner.ask('PUT', at(`${id}/pin`)),
      owner.ask('DELETE', at(`${id}/pin`)),
    ]) {
      expect(await readCode(ask)).toBe('not-found')
    }
  })

  test('a shared view is visible to every member who may see the list, oldest first', async () => {
    await save(agent, { name: 'First', shared: true })
    await save(coach, { name: 'Second', shared: true })
    expect((await listViews(coach)).map(({ name, own }) => [name, own])).toEqual([
      ['First', false],
      ['Second', true],
    ])
    expect(await listViews(athlete)).toEqual([])
  })

  test('views are hidden while the role may not see the list', async () => {
    await save(coach)
    await allow('coach', 'people.view', false)
    expect(await listViews(coach)).toEqual([])
    expect(await readCode(coach.ask('POST', at(), coaches))).toBe('not-permitted')
    await allow('coach', 'people.view', true)
    expect(await listNames(coach)).toEqual(['Coaches'])
  })
})

describe('changes', () => {
  test('the owner may change, share and delete a view', async () => {
    const id = await save(agent)
    await agent.ask('PATCH', at(id), { name: 'All coaches', address: 'role=coach&sort=-joined', shared: true })
    expect(await listViews(coach)).toMatchObject([
      { name: 'All coaches', address: 'role=coach&sort=-joined', shared: true, own: false },
    ])
    await agent.ask('PATCH', at(id), { shared: false })
    expect(await listViews(coach)).toEqual([])
    expect(await readCode(agent.ask('DELETE', at(id)))).toBe('ok')
    expect(await listViews(agent)).toEqual([])
  })

  test('members who manage people may change shared views; others may not', async () => {
    const id = await save(agent, { shared: true })
    expect(await readCode(coach.ask('PATCH', at(id), { name: 'Mine' }))).toBe('not-permitted')
    expect(await readCode(coach.ask('DELETE', at(id)))).toBe('not-permitted')
    expect(await readCode(owner.ask('PATCH', at(id), { name: 'Everyone’s' }))).toBe('ok')
    expect(await listNames(agent)).toEqual(['Everyone’s'])
    await allow('coach', 'people.manage', true)
    expect(await readCode(coach.ask('DELETE', at(id)))).toBe('ok')
    expect(await listViews(agent)).toEqual([])
  })
})

test('rejects an empty view and an unknown list', async () => {
  for (const wrong of [{ address: '' }, { address: '?role=coach' }, { list: 'invoices-of-others' }, { name: ' ' }]) {
    expect(await readCode(agent.ask('POST', at(), { ...coaches, ...wrong }))).toBe('invalid-fields')
  }
})

test('pins are personal', async () => {
  const id = await save(agent, { shared: true })
  for (let twice = 0; twice < 2; twice++) expect(await readCode(coach.ask('PUT', at(`${id}/pin`)))).toBe('ok')
  expect(await listViews(coach)).toMatchObject([{ pinned: true }])
  expect(await listViews(agent)).toMatchObject([{ pinned: false }])
  expect(await readCode(athlete.ask('PUT', at(`${id}/pin`)))).toBe('not-found')
  await coach.ask('DELETE', at(`${id}/pin`))
  expect(await listViews(coach)).toMatchObject([{ pinned: false }])
})

test('limits a person to 50 views, also with concurrent saves', async () => {
  await world.database.query(
    `insert into saved_views (organization_id, list, name, address, owner_id, shared)
     select $1, 'members', 'View', 'role=coach', $2, false from generate_series(1, $3)`,
    [organization, agent.id, MOST_VIEWS - 1],
  )
  const codes = await Promise.all([1, 2, 3].map(() => readCode(agent.ask('POST', at(), coaches))))
  expect(codes.sort()).toEqual(['ok', 'too-many-views', 'too-many-views'])
  expect(await readCode(coach.ask('POST', at(), coaches))).toBe('ok')
})

describe('a member who leaves', () => {
  const ways = {
    'is removed': () => owner.ask('DELETE', `/api/organizations/${organization}/people/${agent.id}`),
    leaves: () => agent.ask('POST', `/api/organizations/${organization}/leaving`),
    'deletes their account': () => world.people.deleteAccount(agent),
  }
  test.each(Object.entries(ways))('loses private views, while shared ones stay: %s', async (_, leave) => {
    await save(agent, { name: 'Private' })
    const shared = await save(agent, { name: 'Shared', shared: true })
    await agent.ask('PUT', at(`${shared}/pin`))
    expect(await readCode(leave())).toBe('ok')
    const { rows } = await world.database.query(
      'select name, owner_id from saved_views where organization_id = $1 order by 1',
      [organization],
    )
    expect(rows).toEqual([{ name: 'Shared', owner_id: null }])
    expect(await listViews(owner)).toMatchObject([{ name: 'Shared', own: false }])
    // Without an owner it cannot become private.
    expect(await readCode(owner.ask('PATCH', at(shared), { shared: false }))).toBe('invalid-fields')
    expect(await readCode(owner.ask('PATCH', at(shared), { name: 'Kept' }))).toBe('ok')
    expect(await readCode(owner.ask('DELETE', at(shared)))).toBe('ok')
  })
})

test('views are deleted with their organization', async () => {
  const alone = await world.people.register()
  organization = await world.people.createOrganization(alone)
  await save(alone, { shared: true })
  await world.people.deleteAccount(alone)
  const { rowCount } = await world.database.query('select from saved_views where organization_id = $1', [organization])
  expect(rowCount).toBe(0)
})

describe('views of staff lists', () => {
  const open = { list: 'demo-requests', name: 'Open', address: 'state=requested&sort=due', shared: false }
  const staffPath = (view = '') => `/api/staff/views${view && `/${view}`}`
  const listStaffViews = async (someone: Someone): Promise<SavedView[]> =>
    (await someone.ask('GET', staffPath())).json().views
  let nadia: Someone
  let omar: Someone

  beforeEach(async () => {
    await world.database.query('truncate staff_views cascade')
    nadia = await world.people.registerStaff()
    omar = await world.people.registerStaff()
  })

  test('are visible to their owner or, if shared, to all staff; pins are personal', async () => {
    const own = (await nadia.ask('POST', staffPath(), open)).json().id
    const shared = (await nadia.ask('POST', staffPath(), { ...open, name: 'Ours', shared: true })).json().id
    expect(await listStaffViews(omar)).toEqual([
      { ...open, id: shared, name: 'Ours', shared: true, own: false, pinned: false, question: null, alert: false },
    ])
    expect(await readCode(omar.ask('PUT', staffPath(`${shared}/pin`)))).toBe('ok')
    expect(await readCode(omar.ask('PUT', staffPath(`${own}/pin`)))).toBe('not-found')
    expect((await listStaffViews(omar)).map(({ pinned }) => pinned)).toEqual([true])
    expect((await listStaffViews(nadia)).map(({ name, pinned }) => [name, pinned])).toEqual([
      ['Open', false],
      ['Ours', false],
    ])
    expect(await readCode(omar.ask('PATCH', staffPath(shared), { name: 'Everyone’s' }))).toBe('ok')
    expect(await readCode(omar.ask('DELETE', staffPath(own)))).toBe('not-found')
    await omar.ask('DELETE', staffPath(`${shared}/pin`))
    expect(await listStaffViews(omar)).toMatchObject([{ name: 'Everyone’s', pinned: false }])
    expect(await readCode(omar.ask('DELETE', staffPath(shared)))).toBe('ok')
    expect((await listStaffViews(nadia)).map(({ id }) => id)).toEqual([own])
  })

  test('accept only staff lists, and organizations only their own lists', async () => {
    expect(await readCode(nadia.ask('POST', staffPath(), coaches))).toBe('not-permitted')
    expect(await readCode(owner.ask('POST', at(), open))).toBe('not-permitted')
    expect(await readCode(nadia.ask('POST', staffPath(), { ...open, address: 'role=coach' }))).toBe('invalid-fields')
    for (const [list, address] of [
      ['staff-invoices', 'status=open'],
      ['staff-subscriptions', 'price=missing'],
    ]) {
      expect(await readCode(nadia.ask('POST', staffPath(), { ...open, list, address }))).toBe('ok')
    }
  })

  test('are deleted with the account if private; shared ones stay without an owner', async () => {
    await nadia.ask('POST', staffPath(), open)
    const shared = (await nadia.ask('POST', staffPath(), { ...open, name: 'Ours', shared: true })).json().id
    await nadia.ask('PUT', staffPath(`${shared}/pin`))
    await world.people.deleteAccount(nadia)
    const { rows } = await world.database.query('select name, owner_id from staff_views')
    expect(rows).toEqual([{ name: 'Ours', owner_id: null }])
    expect(await readCode(omar.ask('PATCH', staffPath(shared), { shared: false }))).toBe('invalid-fields')
  })

  test('are limited to 50 per person, also with concurrent saves', async () => {
    await world.database.query(
      `insert into staff_views (list, name, address, owner_id, shared)
       select 'demo-requests', 'View', 'state=held', $1, false from generate_series(1, $2)`,
      [nadia.id, MOST_VIEWS - 1],
    )
    const codes = await Promise.all([1, 2, 3].map(() => readCode(nadia.ask('POST', staffPath(), open))))
    expect(codes.sort()).toEqual(['ok', 'too-many-views', 'too-many-views'])
  })
})
