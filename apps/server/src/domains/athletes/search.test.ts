import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()
let owner: Someone
let helper: Someone
let organization: string

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  const other = await world.people.createOrganization(owner, 'Summit')
  helper = await world.people.registerMember(organization, 'Jo Park', 'support-staff')
  await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
    role: 'support-staff',
    permission: 'athletes.all',
    allowed: false,
  })
  const add = (to: string, givenName: string, familyName: string) =>
    owner.ask('POST', `/api/organizations/${to}/athletes`, {
      givenName,
      familyName,
      level: 'college',
      stage: 'prospect',
    })
  await add(organization, 'Kaia', 'Johnson')
  await add(organization, 'Sean', "O'Brien")
  await add(organization, 'Odette', 'Diallo')
  await add(organization, '太郎', '山田')
  await add(organization, '민준', '김')
  await add(organization, '健太郎', '佐々木')
  await add(organization, 'Liv', 'Olsen')
  await add(organization, 'Liv', 'Olson')
  await add(other, 'Ona', "O'Malley")
})

async function find(search: string, person = owner) {
  const query = new URLSearchParams({ search, sort: 'name' })
  const answer = await person.ask('GET', `/api/organizations/${organization}/athletes?${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().rows.map(({ familyName }: { familyName: string }) => familyName)
}

test.each([
  ['jonson', ['Johnson']],
  // Similar names only if none matches.
  ['olson', ['Olson']],
  ['ols', ['Olsen', 'Olson']],
  ['olssen', ['Olsen', 'Olson']],
  ['obrien', ["O'Brien"]],
  ['OBrien sean', ["O'Brien"]],
  ["o'brien", ["O'Brien"]],
  ['odette', ['Diallo']],
  ['diallo', ['Diallo']],
  ['山田太郎', ['山田']],
  ['太郎山田', ['山田']],
  ['山田　太郎', ['山田']],
  ['太郎', ['佐々木', '山田']],
  ['健太', ['佐々木']],
  ['々木', ['佐々木']],
  ['김민준', ['김']],
  ['花子山田', []],
  ['omalley', []],
])('search for %s', async (search, expected) => {
  expect(await find(search)).toEqual(expected)
})

test('finds only athletes that one may see', async () => {
  expect(await find('obrien', helper)).toEqual([])
  expect(await find('山田太郎', helper)).toEqual([])
})
