import { randomUUID } from 'node:crypto'
import type { Availability } from '@sherpa/contracts/availability'
import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { amendDeal, signedDeal } from '../../../test/signed-deal.ts'

const world = platformForTests()

let owner: Someone
let coach: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}${path}`
const deliverable = (day: string, from: string, until: string, more: object = {}) => ({
  id: randomUUID(),
  title: 'Secret shoot',
  platform: 'Studio',
  count: 1,
  dueOn: day,
  disclosureTag: null,
  away: { from, until },
  ...more,
})
const sign = (deliverables: ReturnType<typeof deliverable>[], of = athlete) =>
  signedDeal(world.database, { organization, athlete: of, company, terms: { deliverables } })
const load = async (by: Someone, query = ''): Promise<Availability> =>
  (await by.ask('GET', at(`/availability?from=2026-12-01&until=2026-12-31${query}`))).json()
const addAthlete = async (givenName: string): Promise<string> =>
  (
    await owner.ask('POST', at('/athletes'), { givenName, familyName: 'Vale', level: 'college', stage: 'signed' })
  ).json().id

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  coach = await world.people.registerMember(organization, 'Dana Whitlock', 'coach')
  athlete = await addAthlete('Mina')
  company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json().id
})

test('shows athlete, day and hours, and nothing else of the deal', async () => {
  await sign([
    deliverable('2026-12-04', '10:00', '12:00', { count: 3 }),
    deliverable('2026-12-04', '11:30', '14:00'),
    deliverable('2026-12-04', '16:00', '17:00'),
    { ...deliverable('2026-12-05', '10:00', '12:00'), away: undefined as never },
  ])
  const [answer, whole] = [
    await load(coach),
    (await coach.ask('GET', at('/availability?from=2026-12-01&until=2026-12-31'))).body,
  ]
  const mina = { id: athlete, name: 'Mina Vale' }
  expect(answer).toEqual({
    away: [
      { athlete: mina, day: '2026-12-04', from: '10:00', until: '14:00' },
      { athlete: mina, day: '2026-12-04', from: '16:00', until: '17:00' },
    ],
    more: false,
  })
  expect(whole).not.toMatch(/Secret|Halden|Studio|Fall line/)
  for (const path of ['/calendar', '/deliverables', '/key-dates', '/deals']) {
    const query = path === '/calendar' ? '?from=2026-12-01&until=2026-12-31' : ''
    expect((await coach.ask('GET', at(`${path}${query}`))).json().code).toBe('not-permitted')
  }
  const { items } = (await owner.ask('GET', at('/calendar?from=2026-12-04&until=2026-12-04'))).json()
  expect(items).toContainEqual(
    expect.objectContaining({ title: 'Secret shoot', away: { from: '16:00', until: '17:00' } }),
  )
})

test('covers only athletes in scope', async () => {
  const other = await addAthlete('Theo')
  await sign([deliverable('2026-12-08', '09:00', '10:00')], other)
  expect((await load(coach, `&athlete=${other}`)).away).toHaveLength(1)
  const permission = { role: 'coach', permission: 'athletes.all', allowed: false }
  await owner.ask('PUT', at('/permissions'), permission)
  expect((await load(coach)).away).toEqual([])
  expect((await load(coach, `&athlete=${other}`)).away).toEqual([])
  await owner.ask('PUT', at('/permissions'), { ...permission, allowed: true })
})

test('leaves out removed athletes', async () => {
  const other = await addAthlete('Rory')
  await sign([deliverable('2026-12-09', '09:00', '10:00')], other)
  expect((await load(coach, `&athlete=${other}`)).away).toHaveLength(1)
  await world.database.query('update athletes set removed_at = now() where id = $1', [other])
  expect((await load(coach, `&athlete=${other}`)).away).toEqual([])
})

test('follows amendments', async () => {
  const other = await addAthlete('Ada')
  const shoot = deliverable('2026-12-10', '09:00', '10:00')
  const { deal } = await sign([shoot], other)
  const amend = (deliverables: object[]) =>
    amendDeal(world.database, { organization, athlete: other, deal, terms: { deliverables: deliverables as never } })
  await amend([shoot, { ...deliverable('2026-12-11', '09:00', '10:00'), away: undefined }])
  expect((await load(coach, `&athlete=${other}`)).away.map(({ day }) => day)).toEqual(['2026-12-10'])
  await amend([{ ...shoot, dueOn: '2026-12-12' }])
  expect((await load(coach, `&athlete=${other}`)).away.map(({ day }) => day)).toEqual(['2026-12-12'])
  await amend([])
  expect((await load(coach, `&athlete=${other}`)).away).toEqual([])
})

test.each([
  ['an end before the start', { away: { from: '12:00', until: '10:00' } }],
  ['a time that does not exist', { away: { from: '25:00', until: '26:00' } }],
  ['no day', { dueOn: null }],
])('terms reject %s', async (_, wrong) => {
  const terms = { deliverables: [{ ...deliverable('2026-12-04', '10:00', '12:00'), ...wrong }] }
  const body = { athleteId: athlete, companyId: company, kind: 'nil', terms }
  expect((await owner.ask('POST', at('/deals'), body)).statusCode).toBe(422)
})
