import type { Company, CompanyRow } from '@sherpa/contracts/company'
import type { Role } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()

let owner: Someone
let agent: Someone
let support: Someone
let player: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}/companies${path}`

async function addMember(name: string, role: Role) {
  const person = await world.people.register(name)
  await world.database.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    organization,
    person.id,
    role,
  ])
  return person
}

async function addCompany(name: string, more: object = {}): Promise<Company> {
  const answer = await agent.ask('POST', at(), { name, kind: 'brand', ...more })
  expect(answer.json()).toMatchObject({ name })
  return answer.json()
}

async function addAthlete(familyName = 'Okoye'): Promise<string> {
  const facts = { givenName: 'Jonah', familyName, level: 'pro', stage: 'prospect' }
  return (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
}

/** A draft that is shared with its athlete, who could not see it otherwise. */
async function addDeal(companyId: string, athleteId: string): Promise<string> {
  const path = `/api/organizations/${organization}/deals`
  const { id, version } = (await agent.ask('POST', path, { companyId, athleteId, kind: 'nil' })).json()
  await agent.ask('POST', `${path}/${id}/sharing`, { version })
  return id
}

const open = async ({ id }: { id: string }, by = agent): Promise<Company> => (await by.ask('GET', at(`/${id}`))).json()
const change = (company: Company, changes: object) =>
  agent.ask('PATCH', at(`/${company.id}`), { version: company.version, changes })
const merge = (survivor: Company, other: { id: string }, by = agent) =>
  by.ask('POST', at(`/${survivor.id}/merges`), { other: other.id })
async function list(query = '', by = agent): Promise<CompanyRow[]> {
  return (await by.ask('GET', at(query))).json().rows
}
const names = async (query = '', by = agent) => (await list(query, by)).map(({ name }) => name)
const findOwnCompany = async () => (await list('?search=Ridgeline')).find(({ isSelf }) => isSelf) as CompanyRow

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner, 'Ridgeline Sports')
  agent = await addMember('Amara Cole', 'agent')
  support = await addMember('Sam Okafor', 'support-staff')
  player = await addMember('Jonah Okoye', 'athlete')
})

beforeEach(async () => {
  for (const table of ['disclosures', 'deals', 'athletes', 'companies', 'permission_settings']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
})

describe('the list of companies', () => {
  test('marks the organization’s own company, and is searched, filtered and sorted', async () => {
    await addCompany('Halden Sportswear', { category: 'apparel' })
    await addCompany('Verve', { category: 'energy-drinks' })
    await addCompany('State University', { kind: 'school' })
    expect(await names()).toEqual(['Halden Sportswear', 'Ridgeline Sports', 'State University', 'Verve'])
    expect((await list()).filter(({ isSelf }) => isSelf)).toMatchObject([{ name: 'Ridgeline Sports' }])
    expect(await names('?own=no')).toEqual(['Halden Sportswear', 'State University', 'Verve'])
    expect(await names('?sort=-added')).toEqual(['State University', 'Verve', 'Halden Sportswear', 'Ridgeline Sports'])
    expect(await names('?kind=school')).toEqual(['State University'])
    expect(await names('?category=apparel,energy-drinks')).toEqual(['Halden Sportswear', 'Verve'])
    expect(await names('?search=sportswear')).toEqual(['Halden Sportswear'])
  })

  test('counts only deals visible to the member', async () => {
    const company = await addCompany('Halden Sportswear')
    const [mine, others] = [await addAthlete(), await addAthlete('Lind')]
    await addDeal(company.id, mine)
    await addDeal(company.id, others)
    await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, mine])
    await world.database.query("insert into permission_settings values ($1, 'support-staff', 'athletes.all', false)", [
      organization,
    ])
    expect(await list('?search=halden')).toMatchObject([{ deals: 2 }])
    expect(await list('?search=halden', support)).toMatchObject([{ deals: 0 }])
    expect(await list('?search=halden', player)).toMatchObject([{ deals: 1 }])
  })

  test('shows athletes only companies they have deals with', async () => {
    const [company, other] = [await addCompany('Halden Sportswear'), await addCompany('Halden Sportswear Inc.')]
    const mine = await addAthlete()
    await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, mine])
    await addDeal(company.id, mine)
    const contact = { name: 'Sofia Reyes', title: null, email: null, phone: null }
    await agent.ask('POST', at(`/${company.id}/contacts`), contact)
    expect(await names('', player)).toEqual(['Halden Sportswear'])
    expect(await open(company, player)).toMatchObject({ name: 'Halden Sportswear', duplicates: [], contacts: [] })
    expect((await player.ask('GET', at(`/${other.id}`))).statusCode).toBe(404)
  })
})

describe('a company', () => {
  test('rejects a change based on a stale version and returns the current record', async () => {
    const company = await addCompany('Halden Sportswear')
    const website = 'https://halden.example'
    const changed = await change(company, { website, category: 'apparel' })
    expect(changed.json()).toMatchObject({ website, category: 'apparel', version: company.version + 1 })
    const late = await change(company, { kind: 'club' })
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', present: { website, kind: 'brand' } })
  })

  test('passes a new name on to its deals', async () => {
    const company = await addCompany('Halden')
    const deal = await addDeal(company.id, await addAthlete())
    await change(company, { name: 'Halden Sportswear' })
    const answer = await agent.ask('GET', `/api/organizations/${organization}/deals/${deal}`)
    expect(answer.json().company.name).toBe('Halden Sportswear')
  })

  test('cannot be a subsidiary of itself or of its own subsidiary', async () => {
    const top = await addCompany('Halden Group')
    const middle = await addCompany('Halden Sportswear', { parentId: top.id })
    const bottom = await addCompany('Halden Shoes', { parentId: middle.id })
    const below = await change(await open(top), { parentId: bottom.id })
    expect(below.json().errors).toEqual([
      { field: 'parentId', message: 'Halden Shoes is a subsidiary of this company and can’t be its parent' },
    ])
    expect((await change(await open(top), { parentId: top.id })).statusCode).toBe(422)
    expect((await open(top)).owns).toEqual([{ id: middle.id, name: 'Halden Sportswear' }])
    expect((await change(await open(bottom), { parentId: top.id })).json().parent.name).toBe('Halden Group')
  })

  test('rejects a cycle from concurrent changes', async () => {
    const [one, two] = [await addCompany('One'), await addCompany('Two')]
    const answers = await Promise.all([change(one, { parentId: two.id }), change(two, { parentId: one.id })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('can be removed only without deals; its subsidiaries move up to its parent', async () => {
    const top = await addCompany('Halden Group')
    const middle = await addCompany('Halden Sportswear', { parentId: top.id })
    const bottom = await addCompany('Halden Shoes', { parentId: middle.id })
    const used = await addCompany('Verve')
    await addDeal(used.id, await addAthlete())
    expect((await agent.ask('DELETE', at(`/${used.id}`))).json().code).toBe('company-in-use')
    expect((await agent.ask('DELETE', at(`/${middle.id}`))).statusCode).toBe(204)
    expect((await agent.ask('GET', at(`/${middle.id}`))).statusCode).toBe(404)
    expect((await open(bottom)).parent).toEqual({ id: top.id, name: 'Halden Group' })
  })

  test('has contacts that can be added, changed and removed', async () => {
    const company = await addCompany('Halden Sportswear')
    const sofia = { name: 'Sofia Reyes', title: 'Partnerships', email: 'sofia@halden.example', phone: null }
    const { id } = (await agent.ask('POST', at(`/${company.id}/contacts`), sofia)).json()
    expect((await open(company)).contacts).toEqual([
      { id, ...sofia, signs: false, getsReminders: false, refusedAt: null },
    ])
    await agent.ask('PUT', at(`/${company.id}/contacts/${id}`), { ...sofia, title: null, phone: '555 0100' })
    expect((await open(company)).contacts).toMatchObject([{ title: null, phone: '555 0100' }])
    expect((await agent.ask('DELETE', at(`/${company.id}/contacts/${id}`))).statusCode).toBe(204)
    expect((await open(company)).contacts).toEqual([])
    expect((await agent.ask('DELETE', at(`/${company.id}/contacts/${id}`))).statusCode).toBe(404)
  })

  test('has contacts that are found by name, except by athletes and in other organizations', async () => {
    const [halden, gone] = [await addCompany('Halden Sportswear'), await addCompany('Tarn Running')]
    const sofia = { name: 'Sofía Reyes', title: 'Partnerships', email: 'sofia@halden.example', phone: null }
    const { id } = (await agent.ask('POST', at(`/${halden.id}/contacts`), sofia)).json()
    await agent.ask('POST', at(`/${gone.id}/contacts`), { ...sofia, name: 'Sofia Lind' })
    await agent.ask('DELETE', at(`/${gone.id}`))
    const found = (by: Someone, search: string, where = organization) =>
      by.ask('GET', `/api/organizations/${where}/company-contacts?search=${encodeURIComponent(search)}`)
    const company = { id: halden.id, name: 'Halden Sportswear' }
    for (const search of ['sofia', 'REY so', 'eyes']) {
      expect((await found(support, search)).json()).toEqual({
        contacts: [{ id, name: 'Sofía Reyes', title: 'Partnerships', company }],
      })
    }
    expect((await found(support, 'halden')).json()).toEqual({ contacts: [] })
    expect((await found(support, '%')).json()).toEqual({ contacts: [] })
    expect((await found(player, 'sofia')).statusCode).toBe(403)
    const stranger = await world.people.register('Sam Stranger')
    const elsewhere = await world.people.createOrganization(stranger, 'Other Sports')
    expect((await found(stranger, 'sofia', elsewhere)).json()).toEqual({ contacts: [] })
    expect((await found(stranger, 'sofia')).statusCode).toBe(404)
  })

  test.each([
    ['Halden Sportswear', 'Halden Sportswear Inc.'],
    ['Halden Sportswear, LLC', 'HALDEN SPORTSWEAR CORP.'],
    ['The Halden Co.', 'Halden Company'],
    ['A.B.C. Ltd', 'ABC Limited'],
    ['Häldén', 'Halden Co., Inc.'],
    ['Verve-Up', 'VerveUp'],
  ])('suggests %s as a duplicate of %s', async (first, second) => {
    const [one, two] = [await addCompany(first), await addCompany(second)]
    expect((await open(one)).duplicates).toEqual([{ id: two.id, name: two.name }])
  })

  test.each([
    ['Halden Sportswear', 'Halden Shoes'],
    ['Incline', 'Inc'],
    ['Coast', 'Co'],
  ])('does not suggest %s as a duplicate of %s', async (first, second) => {
    const one = await addCompany(first)
    await addCompany(second)
    expect((await open(one)).duplicates).toEqual([])
  })
})

describe('the organization’s own company', () => {
  test('cannot be removed, renamed or merged into another company', async () => {
    const self = await findOwnCompany()
    const other = await addCompany('Ridgeline Sports LLC')
    expect((await agent.ask('DELETE', at(`/${self.id}`))).json().code).toBe('own-company')
    expect((await merge(other, self)).json().code).toBe('own-company')
    expect((await change(await open(self), { name: 'Other' })).statusCode).toBe(422)
    expect((await merge(await open(self), other)).json()).toMatchObject({ isSelf: true, duplicates: [] })
  })

  test('is renamed with the organization', async () => {
    const self = await findOwnCompany()
    const path = `/api/organizations/${organization}`
    await owner.ask('PATCH', path, { name: 'Ridgeline Group', kind: 'agency' })
    expect((await open(self)).name).toBe('Ridgeline Group')
    await owner.ask('PATCH', path, { name: 'Ridgeline Sports', kind: 'agency' })
  })
})

test.each([
  ['team', 'club'],
  ['athletic-department', 'school'],
  ['collective', 'collective'],
  ['agency', 'other'],
])('the own company of an organization of kind %s has kind %s', async (kind, expected) => {
  const id = await world.people.createOrganization(owner, 'Lakeside', kind as 'team')
  const { rows } = (await owner.ask('GET', `/api/organizations/${id}/companies`)).json()
  expect(rows).toMatchObject([{ name: 'Lakeside', kind: expected, isSelf: true }])
})

describe('a merge', () => {
  test('moves deals, contacts and subsidiaries, and fills empty fields', async () => {
    const [survivor, other] = [await addCompany('Halden Sportswear'), await addCompany('Halden Sportswear Inc.')]
    await change(other, { category: 'apparel', website: 'https://halden.example' })
    const shoes = await addCompany('Halden Shoes', { parentId: other.id })
    const contact = { name: 'Sofia Reyes', title: null, email: null, phone: null }
    await agent.ask('POST', at(`/${other.id}/contacts`), contact)
    const deal = await addDeal(other.id, await addAthlete())
    expect((await merge(survivor, other)).json()).toMatchObject({
      name: 'Halden Sportswear',
      category: 'apparel',
      website: 'https://halden.example',
      deals: 1,
      contacts: [contact],
      owns: [{ id: shoes.id }],
      duplicates: [],
    })
    const moved = (await agent.ask('GET', `/api/organizations/${organization}/deals/${deal}`)).json()
    expect(moved.company).toEqual({ id: survivor.id, name: 'Halden Sportswear' })
    const { rows } = await world.database.query('select merged_into, removed_at from companies where id = $1', [
      other.id,
    ])
    expect(rows).toMatchObject([{ merged_into: survivor.id, removed_at: expect.any(Date) }])
    expect((await agent.ask('GET', at(`/${other.id}`))).statusCode).toBe(404)
  })

  test('can be undone within 30 days, which moves everything back', async () => {
    const group = await addCompany('Halden Group')
    const survivor = await addCompany('Halden Sportswear')
    const other = await addCompany('Halden Sportswear Inc.', { parentId: group.id })
    await change(other, { category: 'apparel', website: 'https://halden.example' })
    const shoes = await addCompany('Halden Shoes', { parentId: other.id })
    const contact = { name: 'Sofia Reyes', title: null, email: null, phone: null }
    await agent.ask('POST', at(`/${other.id}/contacts`), contact)
    const athlete = await addAthlete()
    const deal = await addDeal(other.id, athlete)
    const [before, survivorBefore] = [await open(other), await open(survivor)]
    const { merged } = (await merge(survivor, other)).json() as Company
    expect(merged).toMatchObject([{ name: 'Halden Sportswear Inc.' }])
    // Later changes and additions stay with the survivor.
    const added = await addDeal(survivor.id, athlete)
    await change(await open(survivor), { website: 'https://new.example' })
    const undo = (by = agent) => by.ask('DELETE', at(`/${survivor.id}/merges/${merged[0]?.id}`))
    const after = (await undo()).json()
    expect(after).toMatchObject({
      category: null,
      website: 'https://new.example',
      parent: null,
      deals: 1,
      contacts: [],
      owns: [],
      merged: [],
      duplicates: [{ id: other.id }],
    })
    expect(survivorBefore).toMatchObject({ category: null, website: null, parent: null })
    expect(await open(other)).toMatchObject({ ...before, version: expect.any(Number) })
    expect((await open(shoes)).parent?.id).toBe(other.id)
    const companyOf = async (id: string) =>
      (await agent.ask('GET', `/api/organizations/${organization}/deals/${id}`)).json().company
    expect(await companyOf(deal)).toEqual({ id: other.id, name: 'Halden Sportswear Inc.' })
    expect(await companyOf(added)).toEqual({ id: survivor.id, name: 'Halden Sportswear' })
    expect((await undo()).statusCode).toBe(404)
  })

  test('cannot be undone after 30 days, nor by members who see only assigned athletes', async () => {
    const [survivor, other] = [await addCompany('Halden'), await addCompany('Halden Inc.')]
    const { merged } = (await merge(survivor, other)).json() as Company
    const undo = () => agent.ask('DELETE', at(`/${survivor.id}/merges/${merged[0]?.id}`))
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    expect((await undo()).json().code).toBe('not-permitted')
    await world.database.query('delete from permission_settings where organization_id = $1', [organization])
    await world.database.query("update company_merges set merged_at = now() - interval '31 days'")
    expect((await undo()).statusCode).toBe(404)
    expect((await open(survivor)).merged).toEqual([])
  })

  test('leaves no cycle when undone after the hierarchy changed', async () => {
    const top = await addCompany('Top')
    const group = await addCompany('Halden Group', { parentId: top.id })
    const middle = await addCompany('Halden Sportswear', { parentId: group.id })
    const bottom = await addCompany('Halden Group Inc.', { parentId: middle.id })
    const { merged } = (await merge(bottom, group)).json() as Company
    // The common ancestor became a subsidiary of the survivor.
    await change(await open(bottom), { parentId: null })
    await change(await open(top), { parentId: bottom.id })
    expect((await agent.ask('DELETE', at(`/${bottom.id}/merges/${merged[0]?.id}`))).statusCode).toBe(200)
    expect((await open(bottom)).parent).toBeNull()
    expect((await open(group)).parent?.id).toBe(top.id)
    expect((await open(middle)).parent?.id).toBe(group.id)
    expect((await open(top)).parent?.id).toBe(bottom.id)
  })

  test('with the grandparent leaves no cycle', async () => {
    const top = await addCompany('Top')
    const group = await addCompany('Halden Group', { parentId: top.id })
    const middle = await addCompany('Halden Sportswear', { parentId: group.id })
    const bottom = await addCompany('Halden Group Inc.', { parentId: middle.id })
    expect((await merge(bottom, group)).json()).toMatchObject({
      parent: { id: top.id },
      owns: [{ id: middle.id }],
    })
    expect((await open(middle)).parent?.id).toBe(bottom.id)
  })

  test('of a company with its indirect subsidiary leaves no cycle', async () => {
    const group = await addCompany('Halden Group')
    const middle = await addCompany('Halden Sportswear', { parentId: group.id })
    const bottom = await addCompany('Halden Group Inc.', { parentId: middle.id })
    expect((await merge(group, bottom)).json()).toMatchObject({ parent: null, owns: [{ id: middle.id }] })
  })

  test('is not permitted for members who see only assigned athletes', async () => {
    const [survivor, other] = [await addCompany('Halden'), await addCompany('Halden Inc.')]
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    expect((await merge(survivor, other)).json().code).toBe('not-permitted')
  })
})
