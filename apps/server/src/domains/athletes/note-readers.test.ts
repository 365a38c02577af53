import type { NoteReaders, TimelineEntry } from '@sherpa/contracts/athlete'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()

let owner: Someone
let agent: Someone
let coach: Someone
let support: Someone
let player: Someone
let organization: string
let athlete: string
const at = (path: string) => `/api/organizations/${organization}/athletes/${athlete}/${path}`
const write = (by: Someone, text: string, more: { kind?: string; readers?: NoteReaders } = {}) =>
  by.ask('POST', at('notes'), { kind: 'note', text, ...more })
const readBy = async (someone: Someone) =>
  ((await someone.ask('GET', at('timeline'))).json().rows as TimelineEntry[]).flatMap(({ text }) => text ?? [])

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  support = await world.people.registerMember(organization, 'Sam Okafor', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  const permission = { role: 'coach', permission: 'athletes.edit', allowed: true }
  await owner.ask('PUT', `/api/organizations/${organization}/permissions`, permission)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
})

describe('a note is read by', () => {
  test('those whom its author chose, of those who see the athlete, and never the athlete', async () => {
    for (const readers of ['team', 'deals', 'money', 'me'] as const) {
      expect((await write(agent, `For ${readers}`, { readers })).json()).toMatchObject({ readers, own: true })
    }
    expect(await readBy(agent)).toEqual(['For me', 'For money', 'For deals', 'For team'])
    expect(await readBy(owner)).toEqual(['For money', 'For deals', 'For team'])
    expect(await readBy(support)).toEqual(['For deals', 'For team'])
    expect(await readBy(coach)).toEqual(['For team'])
    expect(await readBy(player)).toEqual([])
  })

  test('those who see deals, unless its author does not: then by the team', async () => {
    expect((await write(agent, 'An offer', { kind: 'call' })).json().readers).toBe('deals')
    expect((await write(agent, 'Terms')).json().readers).toBe('deals')
    expect((await write(coach, 'Sprints')).json().readers).toBe('team')
    expect(await readBy(coach)).not.toContain('An offer')
    expect((await write(coach, 'A fee', { readers: 'deals' })).json().errors).toMatchObject([{ field: 'readers' }])
  })

  test('fewer people once its author says so, never by more', async () => {
    const { id } = (await write(agent, 'Knee', { readers: 'team' })).json()
    const narrow = (by: Someone, readers: NoteReaders) => by.ask('PUT', at(`notes/${id}/readers`), { readers })
    expect((await narrow(coach, 'me')).statusCode).toBe(403)
    expect((await narrow(agent, 'deals')).json().readers).toBe('deals')
    expect(await readBy(coach)).not.toContain('Knee')
    expect((await narrow(agent, 'team')).statusCode).toBe(422)
    // Whoever does not read it does not learn that there is one.
    expect((await narrow(coach, 'me')).statusCode).toBe(404)
    expect((await coach.ask('DELETE', at(`notes/${id}`))).statusCode).toBe(404)
  })

  test('nobody else notices a note that only its author reads', async () => {
    const record = () => coach.ask('GET', `/api/organizations/${organization}/athletes/${athlete}`)
    const before = (await record()).body
    await write(agent, 'My own', { readers: 'me' })
    expect((await record()).body).toBe(before)
  })

  test('only those who read a note see the athlete become active by it', async () => {
    const record = async () => (await coach.ask('GET', `/api/organizations/${organization}/athletes/${athlete}`)).body
    const before = await record()
    for (const readers of ['deals', 'money'] as const) {
      const { id } = (await write(agent, 'Terms', { readers })).json()
      await agent.ask('DELETE', at(`notes/${id}`))
    }
    expect(await record()).toBe(before)
    await write(agent, 'Sprints', { readers: 'team' })
    expect(await record()).not.toBe(before)
  })
})
