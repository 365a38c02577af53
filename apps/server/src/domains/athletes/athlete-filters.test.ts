import type { AthleteRow } from '@sherpa/contracts/athlete'
import { addDays } from '@sherpa/contracts/days'
import type { Permission } from '@sherpa/contracts/organization'
import { beforeAll, expect, test } from 'vitest'
import { confirmedGuardian, verifiedGuardian } from '../../../test/guardian.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()
let owner: Someone
let verifier: Someone
let coach: Someone
let organization: string
const ids: Record<string, string> = {}
const at = (path = '') => `/api/organizations/${organization}/athletes${path}`
const today = new Date().toISOString().slice(0, 10)
/** Far enough from a birthday for any time zone. */
const bornYearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}${addDays(today, -60).slice(4)}`

async function must(asked: ReturnType<Someone['ask']>) {
  const answer = await asked
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body])
  return answer.statusCode === 204 ? undefined : answer.json()
}

const measure = (name: string, kind: string, value: number, measuredOn: string) =>
  must(owner.ask('POST', at(`/${ids[name]}/measurements`), { kind, value, measuredOn, source: null }))
const judge = (name: string, status: string, checkedOn: string) =>
  must(owner.ask('POST', at(`/${ids[name]}/eligibility`), { season: '2026', status, reason: null, checkedOn }))

async function list(parameters: Record<string, string>, person = owner): Promise<AthleteRow[]> {
  const { rows } = await must(person.ask('GET', at(`?${new URLSearchParams({ sort: 'name', ...parameters })}`)))
  return rows
}
const find = async (parameters: Record<string, string>, person = owner) =>
  (await list(parameters, person)).map(({ familyName }) => familyName)

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  verifier = await world.people.registerMember(organization, 'Lin Zhao', 'compliance')
  coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
  for (const [familyName, facts] of Object.entries({
    Adult: { birthDate: bornYearsAgo(21), school: 'École du Lac' },
    Born: { birthDate: bornYearsAgo(18), school: 'ecole DU lac' },
    Child: { birthDate: bornYearsAgo(16), level: 'high-school' },
    Dateless: { school: 'Lake High' },
    Pro: { level: 'pro' },
  })) {
    const athlete = { givenName: 'Kaia', familyName, level: 'college', stage: 'prospect', ...facts }
    ids[familyName] = (await must(owner.ask('POST', at(), athlete))).id
  }
})

test.each([
  [{ age: '18..' }, ['Adult', 'Born']],
  [{ age: '>18..' }, ['Adult']],
  [{ age: '..<18' }, ['Child']],
  [{ age: '16..18' }, ['Born', 'Child']],
  [{ age: '500..' }, []],
  [{ minor: 'yes' }, ['Child', 'Dateless']],
  [{ minor: 'no' }, ['Adult', 'Born', 'Pro']],
  [{ born: `${bornYearsAgo(18)}..${bornYearsAgo(16)}` }, ['Born', 'Child']],
  [{ born: `>${bornYearsAgo(18)}..` }, ['Child']],
  [{ school: 'Ecole du lac' }, ['Adult', 'Born']],
  [{ school: 'lake' }, []],
  [{ age: '18..', school: 'École du Lac', sort: '-added' }, ['Born', 'Adult']],
])('%j finds %j', async (parameters, names) => {
  expect(await find(parameters)).toEqual(names)
})

test('minors in the list are those of the filter', async () => {
  expect((await list({ minor: 'yes' })).every(({ minor }) => minor)).toBe(true)
  expect((await list({ minor: 'no' })).every(({ minor }) => !minor)).toBe(true)
})

test('the latest measurement of each kind counts', async () => {
  const tall = { measurement: 'height:>200..' }
  await measure('Adult', 'height', 190, '2025-01-01')
  const newest = await measure('Adult', 'height', 205, '2026-01-01')
  await measure('Born', 'height', 210, '2026-02-01')
  await measure('Born', 'height', 199, '2026-03-01')
  await measure('Child', 'height', 200, '2026-01-01')
  expect(await find(tall)).toEqual(['Adult'])
  expect(await find({ measurement: 'height:200..' })).toEqual(['Adult', 'Child'])

  await measure('Adult', 'weight', 95, '2026-01-01')
  expect(await find({ measurement: 'height:190..,weight:90..100' })).toEqual(['Adult'])

  const change = { kind: 'height', value: 211, measuredOn: '2026-01-01', source: null }
  await must(owner.ask('PUT', at(`/${ids.Adult}/measurements/${newest.id}`), change))
  expect(await find({ measurement: 'height:211..' })).toEqual(['Adult'])
  // An older one is in force again.
  await must(owner.ask('PUT', at(`/${ids.Adult}/measurements/${newest.id}`), { ...change, measuredOn: '2024-01-01' }))
  expect(await find(tall)).toEqual([])
  await must(owner.ask('PUT', at(`/${ids.Adult}/measurements/${newest.id}`), { ...change, kind: 'wingspan' }))
  expect(await find({ measurement: 'wingspan:..211' })).toEqual(['Adult'])
  await must(owner.ask('DELETE', at(`/${ids.Adult}/measurements/${newest.id}`)))
  expect(await find({ measurement: 'wingspan:100..' })).toEqual([])
})

test('followers count by platform, or on any', async () => {
  const follow = (name: string, accounts: object[]) =>
    must(owner.ask('PUT', at(`/${ids[name]}/social-accounts`), { accounts }))
  const account = (platform: string, followers: number | null) => ({ platform, handle: 'kaia', followers })
  await follow('Adult', [account('instagram', 12_000), account('x', 90_000)])
  await follow('Born', [account('instagram', 10_000), account('tiktok', null)])
  expect(await find({ followers: 'instagram:>10000..' })).toEqual(['Adult'])
  expect(await find({ followers: 'instagram:10000..' })).toEqual(['Adult', 'Born'])
  expect(await find({ followers: 'any:..90000' })).toEqual(['Adult', 'Born'])
  expect(await find({ followers: 'any:50000..' })).toEqual(['Adult'])
  expect(await find({ followers: 'tiktok:0..' })).toEqual([])
})

test('the newest eligibility counts', async () => {
  await judge('Adult', 'pending', '2026-01-01')
  await judge('Adult', 'eligible', '2026-02-01')
  const { id } = await judge('Born', 'exhausted', '2026-02-01')
  await judge('Born', 'eligible', '2025-02-01')
  expect(await find({ eligibility: 'eligible' })).toEqual(['Adult'])
  expect(await find({ eligibility: 'eligible,exhausted' })).toEqual(['Adult', 'Born'])
  expect(await find({ eligibility: 'pending' })).toEqual([])
  await must(owner.ask('DELETE', at(`/${ids.Born}/eligibility/${id}`)))
  expect(await find({ eligibility: 'eligible' })).toEqual(['Adult', 'Born'])
})

test('guardians count by their state', async () => {
  const way = { people: world.people, organization, asker: owner, verifier }
  await confirmedGuardian({ ...way, athlete: ids.Child ?? '' })
  await verifiedGuardian({ ...way, athlete: ids.Dateless ?? '' })
  expect(await find({ guardian: 'confirmed' })).toEqual(['Child'])
  expect(await find({ guardian: 'verified' })).toEqual(['Dateless'])
  expect(await find({ guardian: 'confirmed,verified' })).toEqual(['Child', 'Dateless'])
  expect(await find({ guardian: 'unconfirmed' })).toEqual(['Adult', 'Born', 'Pro'])
  expect(await find({ guardian: 'unverified', minor: 'yes' })).toEqual(['Child'])
  await verifiedGuardian({ ...way, athlete: ids.Child ?? '' })
  expect(await find({ guardian: 'confirmed' })).toEqual(['Child'])
  expect(await find({ guardian: 'verified' })).toEqual(['Child', 'Dateless'])
  expect(await find({ guardian: 'unverified', minor: 'yes' })).toEqual([])
  const { rows: guardians } = await world.database.query('select id from guardianships where athlete_id = $1', [
    ids.Child,
  ])
  for (const { id } of guardians) await must(owner.ask('DELETE', at(`/${ids.Child}/guardians/${id}`)))
  expect(await find({ guardian: 'unconfirmed', minor: 'yes' })).toEqual(['Child'])
})

test('the last contact counts by day', async () => {
  const yesterday = addDays(today, -1)
  const call = { kind: 'call', text: '', readers: 'team', at: `${yesterday}T15:00:00.000Z`, direction: 'out' }
  await must(owner.ask('POST', at(`/${ids.Adult}/notes`), { ...call, contact: null, minutes: null, result: 'reached' }))
  expect(await find({ contacted: `${yesterday}..${yesterday}` })).toEqual(['Adult'])
  expect(await find({ contacted: `..<${yesterday}` })).toEqual(['Born', 'Child', 'Dateless', 'Pro'])
  expect(await find({ contacted: `>${yesterday}..` })).toEqual([])
})

test.each(['age=18..', 'born=2000-01-01..', 'guardian=verified', 'eligibility=eligible'])(
  '%s needs the permission for sensitive data, whatever the data',
  async (filter) => {
    const answer = await coach.ask('GET', at(`?${filter}`))
    const [field] = filter.split('=')
    expect(answer.statusCode).toBe(422)
    const name = field === 'born' ? 'birth date' : field
    const message = `You can’t filter by ${name}: you need the permission “View sensitive data”`
    expect(answer.json().errors).toEqual([{ field, message }])
    const change = { selection: { list: filter, except: [], count: 1 }, change: { stage: 'former' } }
    const permission: Permission = 'athletes.edit'
    await must(
      owner.ask('PUT', `/api/organizations/${organization}/permissions`, { role: 'coach', permission, allowed: true }),
    )
    expect((await coach.ask('POST', at('/changes'), change)).statusCode).toBe(422)
  },
)

test('bulk changes and exports follow the filters', async () => {
  const exported = await owner.ask('GET', at('/export?age=18..'))
  expect(exported.headers['total-count']).toBe('2')
  const change = { selection: { list: 'minor=no&age=..18', except: [], count: 1 }, change: { stage: 'former' } }
  expect((await must(owner.ask('POST', at('/changes'), change))).changed).toBe(1)
  expect(await find({ stage: 'former' })).toEqual(['Born'])
})

test.each([
  'age=18',
  'age=..',
  'age=a..',
  'born=2026-02-31..',
  'measurement=girth:1..',
  'measurement=height:..',
  'followers=x:-1..',
])('%s is refused', async (filter) => {
  expect((await owner.ask('GET', at(`?${filter}`))).statusCode).toBe(422)
})
