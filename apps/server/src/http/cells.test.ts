import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../test/people.ts'
import { buildApp } from '../app.ts'

const world = platformForTests({ cells: { own: 'a', addresses: { b: 'https://b.sherpa.example' } } })
let owner: Someone
let here: string
let moved: string

const elsewhere = () => ({
  code: 'other-cell',
  moved: { cell: 'b', organization: moved, address: 'https://b.sherpa.example' },
})

async function invite(organization: string, email: string): Promise<string> {
  await owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role: 'coach' })
  return (await world.people.mailTo(email, 'invitation')).token
}

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
  expect((await owner.ask('GET', '/api/in/c/account')).statusCode).toBe(404)
})

test('old links to an organization of another cell are refused in the same way', async () => {
  const email = 'lin@agency.example'
  const lookUp = (token: string) => world.people.visitor().ask('POST', '/api/invitations/lookup', { token })
  const later = await world.people.createOrganization(owner, 'Moves later')
  const token = await invite(later, email)
  const [place, secret = ''] = token.split('.')
  expect(place).toBe(later)
  expect((await lookUp(secret)).json()).toMatchObject({ organization: 'Moves later' })
  const { id } = (await lookUp(token)).json()

  await world.database.query("update organizations set cell = 'b' where id = $1", [later])
  const there = { code: 'other-cell', moved: { cell: 'b', organization: later } }
  expect((await lookUp(secret)).json()).toMatchObject(there)
  const invited = await world.people.register('Lin Park', email)
  expect((await invited.ask('POST', `/api/invitations/${id}/acceptance`)).json()).toMatchObject(there)
  expect((await invited.ask('POST', `/api/invitations/${id.split('.')[1]}/acceptance`)).json()).toMatchObject(there)
})

test('staff screens say whose organizations they show', async () => {
  const staff = await world.people.registerStaff()
  expect((await staff.ask('GET', '/api/staff/cells')).json()).toEqual({ own: 'a', others: ['b'] })
})

test('lists of a person name the other cells, which have more', async () => {
  expect((await owner.ask('GET', '/api/account')).headers['sherpa-cells']).toBe('b')
  expect((await owner.ask('GET', '/api/guardianships')).headers['sherpa-cells']).toBe('b')
  expect((await owner.ask('GET', '/api/account/sessions')).headers['sherpa-cells']).toBeUndefined()
})

test('people register in the first cell only, and log in to join in another', async () => {
  const token = await invite(here, 'new@agency.example')
  const other = buildApp({ database: world.serving, cells: { own: 'b', addresses: {} }, rateLimited: false })
  onTestFinished(() => other.close())
  const ask = (path: string, payload: object) =>
    other.inject({ method: 'POST', url: `/api/invitations/${path}`, payload })
  expect((await ask('lookup', { token })).json()).toMatchObject({ hasAccount: true })
  const joining = { token, name: 'New Person', password: goodPassword }
  expect((await ask('joining', joining)).json().code).toBe('account-exists')
  const joined = await world.people.visitor().ask('POST', '/api/invitations/joining', joining)
  expect(joined.json()).toMatchObject({ organization: here })
})
