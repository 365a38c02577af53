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
  agent = await joined('agent')
  coach = await joined('coach')
  athlete = await joined('athlete')
})

async function joined(role: 'agent' | 'coach' | 'athlete') {
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

async function viewsOf(someone: Someone): Promise<SavedView[]> {
  return (await someone.ask('GET', at())).json().views
}
const namesFor = async (someone: Someone) => (await viewsOf(someone)).map(({ name }) => name)
const codeOf = async (answer: ReturnType<Someone['ask']>) => {
  const { statusCode, json } = await answer
  return statusCode < 400 ? 'ok' : json().code
}

const allow = (role: string, permission: string, allowed: boolean) =>
  owner.ask('PUT', `/api/organizations/${organization}/permissions`, { role, permission, allowed })

test('two views of a list cannot have the same name for someone, whoever saved them', async () => {
  const id = await save(agent)
  const taken = (body: object) => agent.ask('POST', at(), { ...coaches, ...body })
  expect((await taken({ name: 'COACHES' })).json().errors).toMatchObject([{ field: 'name' }])
  // Others do not know of it, and other names are free.
  await save(owner, { shared: false })
  const other = await save(agent, { name: 'Mentors' })
  expect((await agent.ask('PATCH', at(other), { name: 'Coaches' })).json().errors).toMatchObject([{ field: 'name' }])
  expect(await codeOf(agent.ask('PATCH', at(id), { name: 'coaches' }))).toBe('ok')
})

describe('who sees a view', () => {
  test('a private one: only whoever saved it', async () => {
    const id = await save(agent)
    expect(await viewsOf(agent)).toEqual([{ ...coaches, id, own: true, pinned: false }])
    expect(await viewsOf(owner)).toEqual([])
    for (const ask of [
      owner.ask('PATCH', at(id), { name: 'Mine' }),
      owner.ask('DELETE', at(id)),
      owner.ask('PUT', at(`${id}/pin`)),
      owner.ask('DELETE', at(`${id}/pin`)),
    ]) {
      expect(await codeOf(ask)).toBe('not-found')
    }
  })

  test('a shared one: every member who may see the list, the oldest first', async () => {
    await save(agent, { name: 'First', shared: true })
    await save(coach, { name: 'Second', shared: true })
    expect((await viewsOf(coach)).map(({ name, own }) => [name, own])).toEqual([
      ['First', false],
      ['Second', true],
    ])
    expect(await viewsOf(athlete)).toEqual([])
  })

  test('nobody whose role lost the list, their own views included, until the role has it again', async () => {
    await save(coach)
    await allow('coach', 'people.view', false)
    expect(await viewsOf(coach)).toEqual([])
    expect(await codeOf(coach.ask('POST', at(), coaches))).toBe('not-permitted')
    await allow('coach', 'people.view', true)
    expect(await namesFor(coach)).toEqual(['Coaches'])
  })
})

describe('who changes a view', () => {
  test('whoever saved it', async () => {
    const id = await save(agent)
    await agent.ask('PATCH', at(id), { name: 'All coaches', address: 'role=coach&sort=-joined', shared: true })
    expect(await viewsOf(coach)).toMatchObject([
      { name: 'All coaches', address: 'role=coach&sort=-joined', shared: true, own: false },
    ])
    await agent.ask('PATCH', at(id), { shared: false })
    expect(await viewsOf(coach)).toEqual([])
    expect(await codeOf(agent.ask('DELETE', at(id)))).toBe('ok')
    expect(await viewsOf(agent)).toEqual([])
  })

  test('a shared one also whoever manages people, and nobody else', async () => {
    const id = await save(agent, { shared: true })
    expect(await codeOf(coach.ask('PATCH', at(id), { name: 'Mine' }))).toBe('not-permitted')
    expect(await codeOf(coach.ask('DELETE', at(id)))).toBe('not-permitted')
    expect(await codeOf(owner.ask('PATCH', at(id), { name: 'Everyone’s' }))).toBe('ok')
    expect(await namesFor(agent)).toEqual(['Everyone’s'])
    await allow('coach', 'people.manage', true)
    expect(await codeOf(coach.ask('DELETE', at(id)))).toBe('ok')
    expect(await viewsOf(agent)).toEqual([])
  })
})

test('a view that says nothing, or is of a list that nobody knows, is refused', async () => {
  for (const wrong of [{ address: '' }, { address: '?role=coach' }, { list: 'invoices-of-others' }, { name: ' ' }]) {
    expect(await codeOf(agent.ask('POST', at(), { ...coaches, ...wrong }))).toBe('invalid-fields')
  }
})

test('a view is pinned by each person for themselves', async () => {
  const id = await save(agent, { shared: true })
  for (let twice = 0; twice < 2; twice++) expect(await codeOf(coach.ask('PUT', at(`${id}/pin`)))).toBe('ok')
  expect(await viewsOf(coach)).toMatchObject([{ pinned: true }])
  expect(await viewsOf(agent)).toMatchObject([{ pinned: false }])
  expect(await codeOf(athlete.ask('PUT', at(`${id}/pin`)))).toBe('not-permitted')
  await coach.ask('DELETE', at(`${id}/pin`))
  expect(await viewsOf(coach)).toMatchObject([{ pinned: false }])
})

test('one person has 50 views at most, also when several are saved at once', async () => {
  await world.database.query(
    `insert into saved_views (organization_id, list, name, address, owner_id, shared)
     select $1, 'members', 'View', 'role=coach', $2, false from generate_series(1, $3)`,
    [organization, agent.id, MOST_VIEWS - 1],
  )
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(agent.ask('POST', at(), coaches))))
  expect(codes.sort()).toEqual(['ok', 'too-many-views', 'too-many-views'])
  expect(await codeOf(coach.ask('POST', at(), coaches))).toBe('ok')
})

describe('whoever leaves', () => {
  const ways = {
    'is removed': () => owner.ask('DELETE', `/api/organizations/${organization}/people/${agent.id}`),
    leaves: () => agent.ask('POST', `/api/organizations/${organization}/leaving`),
    'deletes their account': () => world.people.deleteAccount(agent),
  }
  test.each(Object.entries(ways))(
    'and %s takes their private views along, and leaves the shared ones',
    async (_, leave) => {
      await save(agent, { name: 'Private' })
      const shared = await save(agent, { name: 'Shared', shared: true })
      await agent.ask('PUT', at(`${shared}/pin`))
      expect(await codeOf(leave())).toBe('ok')
      const { rows } = await world.database.query(
        'select name, owner_id from saved_views where organization_id = $1 order by 1',
        [organization],
      )
      expect(rows).toEqual([{ name: 'Shared', owner_id: null }])
      expect(await viewsOf(owner)).toMatchObject([{ name: 'Shared', own: false }])
      // There is nobody to whom it could be private.
      expect(await codeOf(owner.ask('PATCH', at(shared), { shared: false }))).toBe('invalid-fields')
      expect(await codeOf(owner.ask('PATCH', at(shared), { name: 'Kept' }))).toBe('ok')
      expect(await codeOf(owner.ask('DELETE', at(shared)))).toBe('ok')
    },
  )
})

test('the views of an organization that is closed are gone', async () => {
  const alone = await world.people.register()
  organization = await world.people.createOrganization(alone)
  await save(alone, { shared: true })
  await world.people.deleteAccount(alone)
  const { rowCount } = await world.database.query('select from saved_views where organization_id = $1', [organization])
  expect(rowCount).toBe(0)
})

describe('views of staff lists', () => {
  const open = { list: 'demo-requests', name: 'Open', address: 'state=requested&sort=due', shared: false }
  const ofStaff = (view = '') => `/api/staff/views${view && `/${view}`}`
  const staffViewsOf = async (someone: Someone): Promise<SavedView[]> =>
    (await someone.ask('GET', ofStaff())).json().views
  let nadia: Someone
  let omar: Someone

  beforeEach(async () => {
    await world.database.query('truncate staff_views cascade')
    nadia = await world.people.registerStaff()
    omar = await world.people.registerStaff()
  })

  test('private ones are their owner’s, shared ones are all colleagues’, and each pins for themselves', async () => {
    const own = (await nadia.ask('POST', ofStaff(), open)).json().id
    const shared = (await nadia.ask('POST', ofStaff(), { ...open, name: 'Ours', shared: true })).json().id
    expect(await staffViewsOf(omar)).toEqual([
      { ...open, id: shared, name: 'Ours', shared: true, own: false, pinned: false },
    ])
    expect(await codeOf(omar.ask('PUT', ofStaff(`${shared}/pin`)))).toBe('ok')
    expect(await codeOf(omar.ask('PUT', ofStaff(`${own}/pin`)))).toBe('not-found')
    expect((await staffViewsOf(omar)).map(({ pinned }) => pinned)).toEqual([true])
    expect((await staffViewsOf(nadia)).map(({ name, pinned }) => [name, pinned])).toEqual([
      ['Open', false],
      ['Ours', false],
    ])
    expect(await codeOf(omar.ask('PATCH', ofStaff(shared), { name: 'Everyone’s' }))).toBe('ok')
    expect(await codeOf(omar.ask('DELETE', ofStaff(own)))).toBe('not-found')
    await omar.ask('DELETE', ofStaff(`${shared}/pin`))
    expect(await staffViewsOf(omar)).toMatchObject([{ name: 'Everyone’s', pinned: false }])
    expect(await codeOf(omar.ask('DELETE', ofStaff(shared)))).toBe('ok')
    expect((await staffViewsOf(nadia)).map(({ id }) => id)).toEqual([own])
  })

  test('a list is saved where it belongs: members in an organization, requests, invoices and prices among staff', async () => {
    expect(await codeOf(nadia.ask('POST', ofStaff(), coaches))).toBe('not-permitted')
    expect(await codeOf(owner.ask('POST', at(), open))).toBe('not-permitted')
    expect(await codeOf(nadia.ask('POST', ofStaff(), { ...open, address: 'role=coach' }))).toBe('invalid-fields')
    for (const [list, address] of [
      ['staff-invoices', 'status=open'],
      ['staff-subscriptions', 'price=missing'],
    ]) {
      expect(await codeOf(nadia.ask('POST', ofStaff(), { ...open, list, address }))).toBe('ok')
    }
  })

  test('whoever deletes their account takes private ones along; shared ones stay, without an owner', async () => {
    await nadia.ask('POST', ofStaff(), open)
    const shared = (await nadia.ask('POST', ofStaff(), { ...open, name: 'Ours', shared: true })).json().id
    await nadia.ask('PUT', ofStaff(`${shared}/pin`))
    await world.people.deleteAccount(nadia)
    const { rows } = await world.database.query('select name, owner_id from staff_views')
    expect(rows).toEqual([{ name: 'Ours', owner_id: null }])
    expect(await codeOf(omar.ask('PATCH', ofStaff(shared), { shared: false }))).toBe('invalid-fields')
  })

  test('one colleague has 50 at most, also when several are saved at once', async () => {
    await world.database.query(
      `insert into staff_views (list, name, address, owner_id, shared)
       select 'demo-requests', 'View', 'state=held', $1, false from generate_series(1, $2)`,
      [nadia.id, MOST_VIEWS - 1],
    )
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(nadia.ask('POST', ofStaff(), open))))
    expect(codes.sort()).toEqual(['ok', 'too-many-views', 'too-many-views'])
  })
})
