import { type BulkInvitationResult, MOST_INVITATIONS } from '@sherpa/contracts/bulk-invitation'
import { beforeEach, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { createSampleService } from '../samples/samples.ts'

const world = platformForTests({ clock: () => new Date('2026-11-15T12:00:00Z') })
let owner: Someone
let organization: string
let count = 0

beforeEach(async () => {
  owner = await world.people.register()
  organization = await world.people.createOrganization(owner)
})

const newAddress = (who = 'person') => `${who}-${++count}@many.example`
const invite = (body: object, by = owner) =>
  by.ask('POST', `/api/organizations/${organization}/invitations/batch`, body)
const inviteAthletes = (body: object, by = owner) =>
  by.ask('POST', `/api/organizations/${organization}/athletes/invitations`, body)
const problemsIn = ({ rows }: BulkInvitationResult) => rows.map(({ problem }) => problem)
const countMails = async (emails: string[]) => {
  const { rows } = await world.database.query(
    "select recipient from outgoing_mail where kind = 'invitation' and recipient = any($1)",
    [emails],
  )
  return rows.length
}

test('checks without sending, sends what it found, and sends nothing twice', async () => {
  const member = await world.people.registerMember(organization, 'Ben Ito', 'coach')
  const invited = newAddress()
  await owner.ask('POST', `/api/organizations/${organization}/invitations`, { email: invited, role: 'coach' })
  const fresh = [newAddress(), newAddress()]
  const emails = [fresh[0], member.email, invited, fresh[1], fresh[0]?.toUpperCase()]
  const expected = {
    rows: [
      { email: fresh[0], problem: null },
      { email: member.email, problem: 'already-a-member' },
      { email: invited, problem: 'already-invited' },
      { email: fresh[1], problem: null },
    ],
  }

  expect((await invite({ emails, role: 'coach', dryRun: true })).json()).toEqual(expected)
  expect(await countMails(fresh)).toBe(0)
  expect((await invite({ emails, role: 'coach', dryRun: false })).json()).toEqual(expected)
  expect(await countMails(fresh)).toBe(2)
  const again = await invite({ emails: fresh, role: 'coach', dryRun: false })
  expect(problemsIn(again.json())).toEqual(['already-invited', 'already-invited'])
  expect(await countMails([...fresh, invited])).toBe(3)
})

test('counts the remaining seats of the plan over all addresses', async () => {
  await owner.ask('POST', '/api/subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })
  const emails = [newAddress(), newAddress()]
  for (const dryRun of [true, false]) {
    const answer = await invite({ emails, role: 'coach', dryRun })
    expect(problemsIn(answer.json())).toEqual([null, 'no-seat-left'])
  }
})

test('holds the limits and permissions of single invitations', async () => {
  const agent = await world.people.registerMember(organization, 'Mo Lee', 'agent')
  const emails = [newAddress()]
  expect((await invite({ emails, role: 'compliance', dryRun: true }, agent)).statusCode).toBe(403)
  expect((await invite({ emails, role: 'owner', dryRun: true })).statusCode).toBe(422)
  const many = Array.from({ length: MOST_INVITATIONS + 1 }, () => newAddress())
  expect((await invite({ emails: many, role: 'coach', dryRun: true })).statusCode).toBe(422)
  expect((await invite({ emails: many.slice(1), role: 'compliance', dryRun: true }, agent)).statusCode).toBe(403)

  const { organization: sample } = await createSampleService({
    database: world.serving,
    clock: () => new Date(),
    fill: [],
  }).make(owner.id)
  const refused = await owner.ask('POST', `/api/organizations/${sample}/invitations/batch`, {
    emails,
    role: 'coach',
    dryRun: true,
  })
  expect(refused.json().code).toBe('sample-stays-inside')
})

test('invites selected athletes and names those who cannot have an account', async () => {
  async function add(givenName: string, facts: object) {
    const body = { givenName, familyName: 'Ruiz', level: 'college', stage: 'signed', birthDate: '2005-05-05', ...facts }
    return (await owner.ask('POST', `/api/organizations/${organization}/athletes`, body)).json().id as string
  }
  const email = newAddress('ana')
  const ana = await add('Ana', { email })
  const ids = [
    ana,
    await add('Bo', {}),
    await add('Cy', { email: newAddress('cy'), birthDate: '2010-05-05', level: 'high-school' }),
    await add('Di', { email: newAddress('di'), birthDate: '2014-05-05', level: 'high-school' }),
  ]
  const byName = async (body: object) => {
    const { rows } = (await inviteAthletes(body)).json()
    return Object.fromEntries(rows.map(({ name, problem }: { name: string; problem: string }) => [name, problem]))
  }
  const expected = {
    'Ana Ruiz': null,
    'Bo Ruiz': 'athlete-without-email',
    'Cy Ruiz': 'guardian-consent-needed',
    'Di Ruiz': 'athlete-under-13',
  }
  expect(await byName({ selection: { ids }, dryRun: true })).toEqual(expected)
  expect(await byName({ selection: { list: '', except: [], count: 4 }, dryRun: true })).toEqual(expected)
  expect((await inviteAthletes({ selection: { list: '', except: [], count: 5 }, dryRun: true })).json().code).toBe(
    'selection-changed',
  )
  expect(await countMails([email])).toBe(0)
  expect(await byName({ selection: { ids: [ana] }, dryRun: false })).toEqual({ 'Ana Ruiz': null })
  expect(await countMails([email])).toBe(1)
  expect(await byName({ selection: { ids: [ana] }, dryRun: false })).toEqual({ 'Ana Ruiz': 'already-invited' })

  const coach = await world.people.registerMember(organization, 'Ben Ito', 'coach')
  expect((await inviteAthletes({ selection: { ids }, dryRun: true }, coach)).statusCode).toBe(403)
})

test('shows athletes only to colleagues who see them', async () => {
  const agent = await world.people.registerMember(organization, 'Mo Lee', 'agent')
  const body = { givenName: 'Ana', familyName: 'Ruiz', level: 'pro', stage: 'signed' }
  const { id } = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, body)).json()
  const setting = { role: 'agent', permission: 'athletes.all', allowed: false }
  await owner.ask('PUT', `/api/organizations/${organization}/permissions`, setting)
  expect((await inviteAthletes({ selection: { ids: [id] }, dryRun: true }, agent)).json()).toEqual({ rows: [] })
})
