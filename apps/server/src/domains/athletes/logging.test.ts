import type { TimelineEntry } from '@sherpa/contracts/athlete'
import { beforeAll, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { readMigrations } from '../../persistence/migration-files.ts'

const world = platformForTests()

let owner: Someone
let agent: Someone
let coach: Someone
let otherCoach: Someone
let organization: string
let athlete: string
const at = (path = '') => `/api/organizations/${organization}/athletes/${athlete}${path}`
const setPermission = (role: string, permission: string, allowed: boolean) =>
  owner.ask('PUT', `/api/organizations/${organization}/permissions`, { role, permission, allowed })
const height = (value: number) => ({ kind: 'height', value, measuredOn: '2026-01-05', source: 'Team staff' })
const listEntries = async (by: Someone): Promise<TimelineEntry[]> => (await by.ask('GET', at('/timeline'))).json().rows
const findMeasurement = async (by: Someone, id: string) =>
  (await by.ask('GET', at())).json().measurements.find((one: { id: string }) => one.id === id)

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  coach = await world.people.registerMember(organization, 'Dana Whitlock', 'coach')
  otherCoach = await world.people.registerMember(organization, 'Cory Park', 'coach')
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'signed' }
  athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
})

test('coaches log notes and measurements without editing the record', async () => {
  expect((await coach.ask('POST', at('/notes'), { kind: 'note', text: 'Strong finish' })).statusCode).toBe(201)
  expect((await coach.ask('POST', at('/measurements'), height(178))).statusCode).toBe(201)
  const change = await coach.ask('PATCH', at(), { version: 1, changes: { hometown: 'Bend' } })
  expect(change.json().code).toBe('not-permitted')
  expect((await coach.ask('GET', at())).json().editable).toBe(false)
  await setPermission('coach', 'athletes.log', false)
  expect((await coach.ask('POST', at('/notes'), { kind: 'note', text: 'More' })).json().code).toBe('not-permitted')
  expect((await coach.ask('POST', at('/measurements'), height(178))).json().code).toBe('not-permitted')
  await setPermission('coach', 'athletes.log', true)
})

test('authors change their notes, others do not', async () => {
  const { id } = (await coach.ask('POST', at('/notes'), { kind: 'note', text: 'Knee' })).json()
  const change = (by: Someone, text: string) => by.ask('PATCH', at(`/notes/${id}`), { version: 1, changes: { text } })
  expect((await change(otherCoach, 'Elbow')).json().code).toBe('not-yours')
  expect((await change(owner, 'Elbow')).json().code).toBe('not-yours')
  expect((await change(coach, '')).statusCode).toBe(422)
  expect((await change(coach, 'Left knee')).json()).toMatchObject({ text: 'Left knee', editedAt: expect.any(String) })
  const entry = (await listEntries(agent)).find((one) => one.id === id)
  expect(entry).toMatchObject({ text: 'Left knee', own: false, editedAt: expect.any(String) })
})

test('authors and editors of the record change and remove measurements', async () => {
  const { id } = (await coach.ask('POST', at('/measurements'), height(181))).json()
  const path = at(`/measurements/${id}`)
  expect(await findMeasurement(coach, id)).toMatchObject({ changeable: true })
  expect(await findMeasurement(otherCoach, id)).toMatchObject({ changeable: false })
  expect(await findMeasurement(agent, id)).toMatchObject({ changeable: true })
  expect((await otherCoach.ask('PUT', path, height(182))).json().code).toBe('not-yours')
  expect((await otherCoach.ask('DELETE', path)).json().code).toBe('not-yours')
  expect((await coach.ask('PUT', path, height(183))).json()).toMatchObject({ id, value: 183 })
  expect(await findMeasurement(agent, id)).toMatchObject({ value: 183 })
  expect((await listEntries(agent))[0]).toMatchObject({
    kind: 'measurement-changed',
    about: expect.stringMatching(/^Height: .*\(was .*\)$/),
  })
  expect((await agent.ask('DELETE', path)).statusCode).toBe(204)
  expect((await coach.ask('PUT', path, height(184))).statusCode).toBe(404)
})

test('roles with a setting for editing athletes keep what they could log', async () => {
  await setPermission('compliance', 'athletes.edit', true)
  await setPermission('support-staff', 'athletes.edit', false)
  await setPermission('coach', 'athletes.edit', true)
  await setPermission('coach', 'athletes.edit', false)
  await world.database.query("delete from permission_settings where permission = 'athletes.log'")
  const text = (await readMigrations()).find(({ name }) => name.startsWith('0068'))?.text ?? ''
  await world.database.query(text.slice(text.indexOf('insert'), text.indexOf(';')))
  const { roles } = (await owner.ask('GET', `/api/organizations/${organization}/permissions`)).json()
  const mayLog = (role: string) =>
    roles.find((one: { role: string }) => one.role === role).permissions.includes('athletes.log')
  expect(['agent', 'coach', 'compliance', 'support-staff'].map(mayLog)).toEqual([true, true, true, false])
})

test('the last note of each athlete is the newest that the reader may see', async () => {
  const load = async (by: Someone) =>
    (await by.ask('GET', `/api/organizations/${organization}/athletes/last-notes?athletes=${athlete}`)).json().notes
  await coach.ask('POST', at('/notes'), { kind: 'note', text: 'For everyone', readers: 'team' })
  await agent.ask('POST', at('/notes'), { kind: 'call', text: 'About a deal', readers: 'deals' })
  expect(await load(coach)).toMatchObject([{ athlete, kind: 'note', text: 'For everyone', by: 'Dana Whitlock' }])
  expect(await load(owner)).toMatchObject([{ athlete, kind: 'call', text: 'About a deal' }])
  await setPermission('coach', 'athletes.all', false)
  expect(await load(coach)).toEqual([])
})
