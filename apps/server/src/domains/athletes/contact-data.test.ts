import type { ContactData } from '@sherpa/contracts/contact-data'
import type { Notification } from '@sherpa/contracts/notification'
import { beforeEach, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ clock: () => now })

let organization: string
let owner: Someone
let agent: Someone
let coach: Someone
let player: Someone
let athlete: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const data: ContactData = {
  phone: '+1 555 0100',
  address: '1 Main St, Austin',
  shirtSize: 'L',
  shoeSize: '11',
  handles: [{ platform: 'instagram', handle: '@theo' }],
}
const put = (by: Someone, body: object = data) => by.ask('PUT', at(`athletes/${athlete}/contact-data`), body)
const load = async (by: Someone) => (await by.ask('GET', at(`athletes/${athlete}/contact-data`))).json()
const noticesOf = async (by: Someone) =>
  (await by.ask('GET', at('notifications'))).json().rows.map(({ kind, details }: Notification) => [kind, details])
const review = (reviewContactData: boolean) =>
  owner.ask('PATCH', `/api/organizations/${organization}`, { name: 'Ridgeline', kind: 'agency', reviewContactData })
const bornOn = (day: string) =>
  world.database.query('update athletes set birth_date = $2 where id = $1', [athlete, day])

beforeEach(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Jo Park', 'agent')
  coach = await world.people.registerMember(organization, 'Dana Reyes', 'coach')
  player = await world.people.registerMember(organization, 'Theo Lind', 'athlete')
  const facts = { givenName: 'Theo', familyName: 'Lind', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await agent.ask('POST', at('athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
})

test('is applied at once, and the manager is told which fields changed', async () => {
  const social = { accounts: [{ platform: 'instagram', handle: '@theo', followers: 900 }] }
  await agent.ask('PUT', at(`athletes/${athlete}/social-accounts`), social)
  expect((await put(player)).json()).toEqual({ data, proposal: null, reviewed: false })
  const what = 'Phone, Address, Shirt size, Shoe size'
  expect(await noticesOf(agent)).toEqual([['contact-data-changed', { athlete, what }]])
  expect(await noticesOf(owner)).toEqual([])
  const record = (await agent.ask('GET', at(`athletes/${athlete}`))).json()
  expect(record).toMatchObject({ phone: data.phone, social: social.accounts })
  const { rows } = (await agent.ask('GET', at(`athletes/${athlete}/timeline`))).json()
  expect(rows[0]).toMatchObject({ kind: 'contact-data-changed', about: what })
  // Unchanged data tells nobody.
  await put(player)
  expect(await noticesOf(agent)).toHaveLength(1)
})

test('has a fixed list of fields, and only the athlete uses it', async () => {
  expect((await put(player, { ...data, stage: 'former' })).statusCode).toBe(422)
  expect((await put(agent)).json().code).toBe('only-the-athlete')
  const stranger = await world.people.registerMember(organization, 'Ana Silva', 'athlete')
  expect((await put(stranger)).statusCode).toBe(404)
  await put(player)
  expect((await load(coach)).data).toBeNull()
})

test('waits for a decision if the organization reviews it', async () => {
  await review(true)
  await put(player)
  expect((await load(agent)).data).toMatchObject({ phone: null, address: null })
  const { proposal } = await load(agent)
  expect(proposal).toMatchObject({ data, fields: ['phone', 'address', 'shirtSize', 'shoeSize', 'handles'] })
  expect((await noticesOf(agent))[0]?.[0]).toBe('contact-data-proposed')
  const decide = (decision: string, at_ = proposal.at) =>
    agent.ask('POST', at(`athletes/${athlete}/contact-data/decision`), { decision, at: at_ })
  expect((await decide('approved', '2026-01-01T00:00:00.000Z')).json().code).toBe('changed-meanwhile')
  expect((await decide('approved')).json()).toMatchObject({ data, proposal: null })
  expect(await noticesOf(player)).toEqual([['contact-data-decided', { athlete, decision: 'approved' }]])
  await put(player, { ...data, shoeSize: '12' })
  expect((await decide('declined', (await load(agent)).proposal.at)).json()).toMatchObject({ data, proposal: null })
})

test('of a minor is masked for members and told to the guardian', async () => {
  await bornOn('2010-03-03')
  const guardian = await world.people.register('Gil Lind')
  await world.database.query(
    `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, consents_to_account)
     values ($1, gen_random_uuid(), $2, 'full', $3, now(), true)`,
    [organization, athlete, guardian.id],
  )
  expect((await put(player)).json().data).toEqual(data)
  expect((await load(agent)).data).toMatchObject({ phone: '•••', address: '•••', shoeSize: '11' })
  expect(await world.people.mailTo(guardian.email, 'contact-data-changed')).toMatchObject({
    athlete: 'Theo Lind',
    fields: 'Phone, Address, Shirt size, Shoe size, Social accounts',
  })
})
