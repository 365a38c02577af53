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
const change = (by: Someone, body: object = data) => by.ask('PATCH', at(`athletes/${athlete}/contact-data`), body)
const decide = async (decision: string, proposedAt?: string) =>
  agent.ask('POST', at(`athletes/${athlete}/contact-data/decision`), {
    decision,
    at: proposedAt ?? (await load(agent)).proposal.at,
  })
const setByAgent = async (changes: object) => {
  const { version } = (await agent.ask('GET', at(`athletes/${athlete}`))).json()
  expect((await agent.ask('PATCH', at(`athletes/${athlete}`), { version, changes })).statusCode).toBe(200)
}
const setSocial = (...accounts: object[]) => agent.ask('PUT', at(`athletes/${athlete}/social-accounts`), { accounts })
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
  const social = [{ platform: 'instagram', handle: '@theo', followers: 900 }]
  await setSocial(...social)
  expect((await change(player)).json()).toEqual({ data, masked: false, proposal: null, reviewed: false })
  const what = 'Phone, Address, Shirt size, Shoe size'
  expect(await noticesOf(agent)).toEqual([['contact-data-changed', { athlete, what }]])
  expect(await noticesOf(owner)).toEqual([])
  const record = (await agent.ask('GET', at(`athletes/${athlete}`))).json()
  expect(record).toMatchObject({ phone: data.phone, social })
  const { rows } = (await agent.ask('GET', at(`athletes/${athlete}/timeline`))).json()
  expect(rows[0]).toMatchObject({ kind: 'contact-data-changed', about: what })
  // Unchanged data tells nobody.
  await change(player)
  expect(await noticesOf(agent)).toHaveLength(1)
})

test('has a fixed list of fields, and only the athlete uses it', async () => {
  expect((await change(player, { ...data, stage: 'former' })).statusCode).toBe(422)
  expect((await change(agent)).json().code).toBe('only-the-athlete')
  const stranger = await world.people.registerMember(organization, 'Ana Silva', 'athlete')
  expect((await change(stranger)).statusCode).toBe(404)
  await change(player)
  expect((await load(coach)).data).toBeNull()
})

test('waits for a decision if the organization reviews it', async () => {
  await review(true)
  await change(player)
  expect((await load(agent)).data).toMatchObject({ phone: null, address: null })
  const { proposal } = await load(agent)
  expect(proposal).toMatchObject({ data, fields: ['phone', 'address', 'shirtSize', 'shoeSize', 'handles'] })
  expect((await noticesOf(agent))[0]?.[0]).toBe('contact-data-proposed')
  expect((await decide('approved', '2026-01-01T00:00:00.000Z')).json().code).toBe('changed-meanwhile')
  expect((await decide('approved')).json()).toMatchObject({ data, proposal: null })
  expect(await noticesOf(player)).toEqual([['contact-data-decided', { athlete, decision: 'approved' }]])
  await change(player, { shoeSize: '12' })
  expect((await decide('declined')).json()).toMatchObject({ data, proposal: null })
})

test('keeps what an agent changed meanwhile, at once and after a review', async () => {
  await change(player)
  await setByAgent({ phone: '+1 555 0199' })
  await setSocial({ platform: 'instagram', handle: '@theo.lind', followers: 900 })
  const tiktok = { platform: 'tiktok', handle: '@theo' }
  await change(player, { shoeSize: '12', handles: [tiktok] })
  const instagram = { platform: 'instagram', handle: '@theo.lind' }
  expect((await load(player)).data).toEqual({
    ...data,
    phone: '+1 555 0199',
    shoeSize: '12',
    handles: [instagram, tiktok],
  })

  await review(true)
  await change(player, { address: '2 Oak St', handles: [{ platform: 'tiktok', handle: null }] })
  await setByAgent({ phone: '+1 555 0200' })
  expect((await load(agent)).proposal).toMatchObject({ fields: ['address', 'handles'], data: { phone: '+1 555 0200' } })
  expect((await decide('approved')).json().data).toMatchObject({
    phone: '+1 555 0200',
    address: '2 Oak St',
    handles: [instagram],
  })
})

test('has one open notification per proposal', async () => {
  const open = async () =>
    (await agent.ask('GET', at('notifications')))
      .json()
      .rows.filter(({ read }: Notification) => !read)
      .map(({ details }: Notification) => details.what)
  await review(true)
  await change(player, { shoeSize: '11' })
  await change(player, { shirtSize: 'L' })
  expect(await open()).toEqual(['Shirt size'])
  // Nothing to change withdraws the proposal.
  await change(player, {})
  expect([await open(), (await load(player)).proposal]).toEqual([[], null])
})

test('of a minor is masked for members and told to the guardian', async () => {
  await bornOn('2010-03-03')
  const guardian = await world.people.register('Gil Lind')
  await world.database.query(
    `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, consents_to_account)
     values ($1, gen_random_uuid(), $2, 'full', $3, now(), true)`,
    [organization, athlete, guardian.id],
  )
  expect((await change(player)).json().data).toEqual(data)
  expect(await load(agent)).toMatchObject({
    masked: true,
    data: { phone: '•••', address: '•••', shoeSize: '11' },
  })
  expect(await world.people.mailTo(guardian.email, 'contact-data-changed')).toMatchObject({
    athlete: 'Theo Lind',
    fields: 'Phone, Address, Shirt size, Shoe size, Social accounts',
  })
  await review(true)
  await world.database.query('delete from outgoing_mail')
  await change(player, { phone: '+1 555 0300' })
  expect((await load(agent)).proposal).toMatchObject({ fields: ['phone'], data: { phone: '•••' } })
  const show = (by: Someone) => by.ask('POST', at(`athletes/${athlete}/contact-data/shown`))
  expect((await show(coach)).statusCode).toBe(403)
  expect((await show(agent)).json()).toMatchObject({
    masked: false,
    data,
    proposal: { data: { phone: '+1 555 0300' } },
  })
  const [entry] = (await agent.ask('GET', at(`athletes/${athlete}/timeline?kind=changes`))).json().rows
  expect(entry).toMatchObject({ kind: 'reach-shown', actor: { name: 'Jo Park' } })
  // The guardian hears of it once it is accepted.
  expect(await world.people.mailTo(guardian.email, 'contact-data-changed')).toBeUndefined()
  await decide('approved')
  expect(await world.people.mailTo(guardian.email, 'contact-data-changed')).toMatchObject({ fields: 'Phone' })
})
