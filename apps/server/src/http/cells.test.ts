import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'

const world = platformForTests({ cells: { own: 'a', addresses: { b: 'https://b.sherpa.example' } } })
let owner: Someone
let here: string
let moved: string

const elsewhere = () => ({
  code: 'other-cell',
  moved: { cell: 'b', organization: moved, address: 'https://b.sherpa.example' },
})

beforeAll(async () => {
  owner = await world.people.register()
  here = await world.people.createOrganization(owner)
  moved = await world.people.createOrganization(owner, 'Moved')
  await world.database.query("update organizations set cell = 'b' where id = $1", [moved])
})

test('an organization of another cell is refused with the address of the cell', async () => {
  expect((await owner.ask('GET', `/api/organizations/${here}`)).statusCode).toBe(200)
  const answer = await owner.ask('GET', `/api/organizations/${moved}`)
  expect(answer.statusCode).toBe(421)
  expect(answer.json()).toMatchObject(elsewhere())
  const stranger = await world.people.register()
  expect((await stranger.ask('GET', `/api/organizations/${moved}`)).statusCode).toBe(421)
  expect((await stranger.ask('GET', `/api/organizations/${here}`)).statusCode).toBe(404)
  expect((await owner.ask('GET', `/api/subscriptions/current?organization=${moved}`)).json()).toMatchObject(elsewhere())
  expect((await world.people.visitor().ask('GET', `/api/organizations/${moved}`)).statusCode).toBe(401)
})

test('an address may name its organization or cell for the proxy', async () => {
  expect((await owner.ask('GET', `/api/in/${here}/account`)).statusCode).toBe(200)
  expect((await owner.ask('GET', '/api/in/a/account')).statusCode).toBe(200)
  expect((await owner.ask('GET', `/api/in/${moved}/account`)).json()).toMatchObject(elsewhere())
  expect((await owner.ask('GET', '/api/in/b/account')).json()).toMatchObject({
    code: 'other-cell',
    moved: { cell: 'b', address: 'https://b.sherpa.example' },
  })
  expect((await owner.ask('GET', '/api/in/a/in/a/account')).statusCode).toBe(404)
  expect((await owner.ask('GET', '/api/in/Nobody/account')).statusCode).toBe(404)
})
