import type { TimelineEntry } from '@sherpa/contracts/athlete'
import type { NoteReaders } from '@sherpa/contracts/contact-log'
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
const writeNote = (by: Someone, text: string, more: { kind?: string; readers?: NoteReaders } = {}) =>
  by.ask('POST', at('notes'), { kind: 'note', text, ...more })
const listTexts = async (someone: Someone) =>
  ((await someone.ask('GET', at('timeline'))).json().rows as TimelineEntry[]).flatMap(({ text }) => text ?? [])

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  support = await world.people.registerMember(organization, 'Sam Okafor', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
})

describe('readers of a note', () => {
  test('are chosen by its author among members who see the athlete, never the athlete', async () => {
    for (const readers of ['team', 'deals', 'money', 'me'] as const) {
      expect((await writeNote(agent, `For ${readers}`, { readers })).json()).toMatchObject({ readers, own: true })
    }
    expect(await listTexts(agent)).toEqual(['For me', 'For money', 'For deals', 'For team'])
    expect(await listTexts(owner)).toEqual(['For money', 'For deals', 'For team'])
    expect(await listTexts(support)).toEqual(['For deals', 'For team'])
    expect(await listTexts(coach)).toEqual(['For team'])
    expect(await listTexts(player)).toEqual([])
  })

  test('are by default members who see deals, or the team if the author does not', async () => {
    expect((await writeNote(agent, 'An offer', { kind: 'call' })).json().readers).toBe('deals')
    expect((await writeNote(agent, 'Terms')).json().readers).toBe('deals')
    expect((await writeNote(coach, 'Sprints')).json().readers).toBe('team')
    expect(await listTexts(coach)).not.toContain('An offer')
    expect((await writeNote(coach, 'A fee', { readers: 'deals' })).json().errors).toMatchObject([{ field: 'readers' }])
  })

  test('can be narrowed by the author, never widened', async () => {
    const { id } = (await writeNote(agent, 'Knee', { readers: 'team' })).json()
    const narrow = (by: Someone, readers: NoteReaders, version = 1) =>
      by.ask('PATCH', at(`notes/${id}`), { version, changes: { readers } })
    expect((await narrow(coach, 'me')).statusCode).toBe(403)
    expect((await narrow(agent, 'deals')).json().readers).toBe('deals')
    expect(await listTexts(coach)).not.toContain('Knee')
    expect((await narrow(agent, 'team', 2)).statusCode).toBe(422)
    // For other members the note does not exist.
    expect((await narrow(coach, 'me')).statusCode).toBe(404)
    expect((await coach.ask('DELETE', at(`notes/${id}`))).statusCode).toBe(404)
  })

  test('only: a private note does not change the record for others', async () => {
    const loadRecord = () => coach.ask('GET', `/api/organizations/${organization}/athletes/${athlete}`)
    const before = (await loadRecord()).body
    await writeNote(agent, 'My own', { readers: 'me' })
    expect((await loadRecord()).body).toBe(before)
  })

  test('only: a restricted note does not change the last activity for others', async () => {
    const loadRecord = async () =>
      (await coach.ask('GET', `/api/organizations/${organization}/athletes/${athlete}`)).body
    const before = await loadRecord()
    for (const readers of ['deals', 'money'] as const) {
      const { id } = (await writeNote(agent, 'Terms', { readers })).json()
      await agent.ask('DELETE', at(`notes/${id}`))
    }
    expect(await loadRecord()).toBe(before)
    await writeNote(agent, 'Sprints', { readers: 'team' })
    expect(await loadRecord()).not.toBe(before)
  })
})
