import type { Agreement, Agreements } from '@sherpa/contracts/agreement'
import type { Role } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

let now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ clock: () => now })

let owner: Someone
let agent: Someone
let support: Someone
let player: Someone
let organization: string
let athlete: string
const at = (path = '') => `/api/organizations/${organization}/athletes/${athlete}/agreements${path}`

const member = (name: string, role: Role) => world.people.registerMember(organization, name, role)

const allow = (role: Role, permission: string, allowed: boolean) =>
  world.database.query('insert into permission_settings values ($1, $2, $3, $4)', [
    organization,
    role,
    permission,
    allowed,
  ])

const terms = { startsOn: '2026-01-01', endsOn: '2027-12-31', scope: ['nil', 'sponsorship'], agents: [], note: null }
const add = (more: object = {}, by = agent) => by.ask('POST', at(), { ...terms, ...more })
const added = async (more: object = {}): Promise<Agreement> => (await add(more)).json()
const change = ({ id, version }: Agreement, changes: object, by = agent) =>
  by.ask('PATCH', at(`/${id}`), { version, changes })
const end = ({ id, version }: Agreement, endedOn: string | null) =>
  agent.ask('PUT', at(`/${id}/end`), { version, endedOn })
const all = async (by = agent): Promise<Agreements> => (await by.ask('GET', at())).json()

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await member('Amara Cole', 'agent')
  support = await member('Sam Okafor', 'support-staff')
  player = await member('Jonah Okoye', 'athlete')
})

beforeEach(async () => {
  for (const table of ['disclosures', 'deals', 'athletes', 'permission_settings']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
})

test('stores term, scope, fees, agents and note, and lists the newest agreement first', async () => {
  const fees = { nil: { rateMillionths: 150_000 }, sponsorship: { flatMinor: 250_000 } }
  const answer = await add({ fees, agents: [agent.id], note: 'Renewed by phone' })
  expect(answer.statusCode).toBe(201)
  const agents = [{ id: agent.id, name: 'Amara Cole' }]
  expect(answer.json()).toMatchObject({ ...terms, fees, agents, note: 'Renewed by phone', endedOn: null, version: 1 })
  await add({ startsOn: '2028-01-01', endsOn: null })
  const { agreements, currency } = await all()
  expect(currency).toBe('USD')
  expect(agreements.map(({ startsOn }) => startsOn)).toEqual(['2028-01-01', '2026-01-01'])
})

test('drops fees for kinds of deals outside the scope', async () => {
  const { fees } = await added({ fees: { nil: { rateMillionths: 1 }, contract: { rateMillionths: 2 } } })
  expect(fees).toEqual({ nil: { rateMillionths: 1 } })
})

test('a new deal takes the fee for its kind', async () => {
  await added({ fees: { nil: { rateMillionths: 150_000 } } })
  const company = await agent.ask('POST', `/api/organizations/${organization}/companies`, {
    name: 'Verve',
    kind: 'brand',
  })
  const deal = { athleteId: athlete, companyId: company.json().id, kind: 'nil' }
  const answer = await agent.ask('POST', `/api/organizations/${organization}/deals`, deal)
  expect(answer.json().versions[0].terms.fee).toEqual({ rateMillionths: 150_000 })
})

test('rejects overlapping agreements for the same kind of deal', async () => {
  const first = await added()
  const second = await add({ startsOn: '2027-12-31', endsOn: null, scope: ['nil', 'contract'] })
  expect(second.json().errors).toEqual([
    {
      field: 'scope',
      message: 'Another agreement covers NIL from January 1, 2026 until December 31, 2027. Change or end it first',
    },
  ])
  const other = await added({ scope: ['contract'] })
  expect((await change(other, { scope: ['contract', 'nil'] })).statusCode).toBe(422)
  const ended = (await end(first, '2026-06-30')).json()
  expect(ended).toMatchObject({ endedOn: '2026-06-30', version: 2 })
  expect((await add({ startsOn: '2026-07-01', endsOn: null, scope: ['nil'] })).statusCode).toBe(201)
  expect((await end(ended, null)).statusCode).toBe(422)
})

test('rejects one of two concurrent overlapping agreements', async () => {
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
})

test('rejects an end before the start and after the term', async () => {
  expect((await add({ endsOn: '2025-12-31' })).json().errors).toMatchObject([{ field: 'endsOn' }])
  const agreement = await added()
  expect((await end(agreement, '2025-12-31')).json().errors).toMatchObject([{ field: 'endedOn' }])
  expect((await end(agreement, '2028-01-01')).json().errors).toMatchObject([
    { field: 'endedOn', message: 'Enter a date before its end on December 31, 2027' },
  ])
})

test('rejects a change based on a stale version', async () => {
  const agreement = await added()
  expect((await change(agreement, { note: 'One' })).json()).toMatchObject({ note: 'One', version: 2 })
  const late = await change(agreement, { note: 'Two' })
  expect(late.json()).toMatchObject({ code: 'changed-meanwhile', present: { note: 'One' } })
  expect((await end(agreement, '2026-06-30')).json().code).toBe('changed-meanwhile')
})

test('rejects athletes as agents', async () => {
  expect((await add({ agents: [player.id] })).json().errors).toEqual([{ field: 'agents', message: 'Choose members' }])
})

test('hides fees without money.view and rejects changes without money.edit', async () => {
  const fees = { nil: { rateMillionths: 150_000 } }
  const agreement = await added({ fees })
  expect((await all(support)).agreements).toMatchObject([{ fees: null }])
  await allow('support-staff', 'deals.edit', true)
  expect((await change(agreement, { fees: {} }, support)).json().errors).toMatchObject([{ field: 'fees' }])
  expect((await change(agreement, { note: 'Called' }, support)).json()).toMatchObject({ note: 'Called', fees: null })
  const late = await change(agreement, { note: 'Late' }, support)
  expect(late.json()).toMatchObject({ code: 'changed-meanwhile', present: { fees: null } })
  expect((await all()).agreements).toMatchObject([{ fees }])
})

test('athletes see their own agreements without notes; hidden athletes have none', async () => {
  await added({ note: 'For us' })
  expect((await all(player)).agreements).toMatchObject([{ scope: ['nil', 'sponsorship'], note: null }])
  await allow('support-staff', 'athletes.all', false)
  expect((await support.ask('GET', at())).statusCode).toBe(404)
  const facts = { givenName: 'Theo', familyName: 'Lind', level: 'pro', stage: 'signed' }
  athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
  expect((await player.ask('GET', at())).statusCode).toBe(404)
})

test('suggests the fee of the agreement in force, else of the last deal of the kind, and says which', async () => {
  const suggest = async (kind: string, by = agent) =>
    by.ask('GET', `/api/organizations/${organization}/athletes/${athlete}/fee-suggestion?kind=${kind}`)
  const deals = `/api/organizations/${organization}/deals`
  const company = (
    await owner.ask('POST', `/api/organizations/${organization}/companies`, { name: 'Halden', kind: 'brand' })
  ).json()
  const addDeal = async (kind: string, fee: object | null) =>
    (
      await owner.ask('POST', deals, {
        athleteId: athlete,
        companyId: company.id,
        kind,
        terms: { currency: 'USD', fee },
      })
    ).json()
  expect((await suggest('nil')).json()).toEqual({ fee: null, source: null })
  await addDeal('nil', { rateMillionths: 100_000 })
  now = new Date(now.getTime() + 1000)
  const last = await addDeal('nil', { rateMillionths: 120_000 })
  const other = { kind: 'deal', id: last.id, title: last.title }
  expect((await suggest('nil')).json()).toEqual({ fee: { rateMillionths: 120_000 }, source: other })
  expect((await suggest('sponsorship')).json()).toEqual({ fee: null, source: null })

  await add({ fees: { nil: { rateMillionths: 150_000 } } }, owner)
  const agreed = { kind: 'agreement', startsOn: '2026-01-01' }
  expect((await suggest('nil')).json()).toEqual({ fee: { rateMillionths: 150_000 }, source: agreed })
  expect((await suggest('nil', support)).statusCode).toBe(403)
})

test('suggests no flat fee of a deal in another currency', async () => {
  const company = (
    await owner.ask('POST', `/api/organizations/${organization}/companies`, { name: 'Nordwand', kind: 'brand' })
  ).json()
  const terms = { currency: 'EUR', fee: { flatMinor: 50_000 } }
  const body = { athleteId: athlete, companyId: company.id, kind: 'nil', terms }
  expect((await owner.ask('POST', `/api/organizations/${organization}/deals`, body)).statusCode).toBe(201)
  const path = `/api/organizations/${organization}/athletes/${athlete}/fee-suggestion?kind=nil`
  expect((await owner.ask('GET', path)).json()).toEqual({ fee: null, source: null })
})
