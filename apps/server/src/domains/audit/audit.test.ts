import type { ActivityEvent, EventName } from '@sherpa/contracts/activity'
import type { ListPage } from '@sherpa/contracts/list'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { noteEvent } from './audit.ts'

type Activity = ListPage<ActivityEvent>

const world = platformForTests()

let owner: Someone
let agent: Someone
let compliance: Someone
let organization: string

beforeAll(async () => {
  owner = await world.people.register('Olive')
  agent = await world.people.register('Ada')
  compliance = await world.people.register('Cora')
})
beforeEach(async () => {
  await world.database.query('truncate organizations, audit_events cascade')
  organization = await world.people.createOrganization(owner)
})

const activityOf = async (someone: Someone, query: Record<string, string> = {}): Promise<Activity> => {
  const answer = await someone.ask('GET', `/api/organizations/${organization}/activity?${new URLSearchParams(query)}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const accountActivityOf = async (someone: Someone, query: Record<string, string> = {}): Promise<Activity> =>
  (await someone.ask('GET', `/api/account/activity?${new URLSearchParams(query)}`)).json()
const namesOf = ({ rows }: Activity) => rows.map(({ event }) => event)

const invite = (email: string) =>
  owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role: 'coach' })

describe('an invitation on record', () => {
  test('says whom and as what, also when it is canceled or declined', async () => {
    await invite('max@agency.example')
    const open = await owner.ask('GET', `/api/organizations/${organization}/invitations`)
    await owner.ask('DELETE', `/api/organizations/${organization}/invitations/${open.json().rows[0].id}`)
    await invite(agent.email)
    const { id } = (await agent.ask('GET', '/api/account')).json().invitations[0]
    await agent.ask('POST', `/api/invitations/${id}/refusal`)
    expect((await activityOf(owner)).rows).toMatchObject([
      { event: 'invitation-refused', whom: agent.email },
      { event: 'invited', whom: agent.email, details: 'Coach', actor: { id: owner.id, name: 'Olive' } },
      { event: 'invitation-withdrawn', whom: 'max@agency.example', details: 'Coach' },
      { event: 'invited', whom: 'max@agency.example', details: 'Coach' },
      { event: 'organization-created', whom: null },
    ])
  })

  test('does not tell the address to a role that may not see people', async () => {
    await world.people.join(owner, organization, compliance, 'compliance')
    await invite('max@agency.example')
    expect((await activityOf(compliance)).rows[0]).toMatchObject({ event: 'invited', whom: 'max@agency.example' })
    await world.database.query('insert into permission_settings values ($1, $2, $3, false)', [
      organization,
      'compliance',
      'people.view',
    ])
    expect((await activityOf(compliance)).rows[0]).toMatchObject({ event: 'invited', whom: null, details: 'Coach' })
  })

  test('loses the address when its owner deletes their account, and after a year; the record stays as it is', async () => {
    const record = async () => (await world.database.query('select * from audit_events order by id')).rows
    const values = async () => (await world.database.query('select whom from audit_values order by 1')).rows
    const leaver = await world.people.register('Leaver')
    await invite(leaver.email)
    await invite('recent@agency.example')
    await invite('old@agency.example')
    await world.database.query(
      `update audit_events set at = now() - interval '366 days' where id =
         (select event_id from audit_values where whom = 'old@agency.example')`,
    )
    const before = await record()

    await world.people.deleteAccount(leaver)
    expect(await values()).toEqual([{ whom: 'old@agency.example' }, { whom: 'recent@agency.example' }])
    await runJob(world.app, world.serving, 'forget-old-audit-values')
    expect(await values()).toEqual([{ whom: 'recent@agency.example' }])
    expect((await record()).slice(0, before.length)).toEqual(before)
    expect((await activityOf(owner, { kind: 'people' })).rows.map(({ whom }) => whom)).toEqual([
      'recent@agency.example',
      null,
      null,
    ])
  })
})

test('an address that its owner has changed is forgotten with the account all the same', async () => {
  await invite('first@agency.example')
  const leaver = await world.people.register('Leaver', 'first@agency.example')
  await leaver.ask('POST', '/api/account/email-change', { email: 'second@agency.example', password: goodPassword })
  for (const [address, kind] of [
    ['first@agency.example', 'approve-new-email'],
    ['second@agency.example', 'confirm-new-email'],
  ] as const) {
    const { token } = await world.people.mailTo(address, kind)
    await leaver.ask('POST', '/api/account/email-change/confirmation', { token })
  }
  expect((await leaver.ask('GET', '/api/account')).json().user.email).toBe('second@agency.example')
  await world.people.deleteAccount(leaver)
  expect((await world.database.query('select from audit_values')).rowCount).toBe(0)
})

describe('a long record', () => {
  test('comes in pages of 50, without gaps and without repetitions, also while new events arrive', async () => {
    for (let index = 0; index < 120; index++) {
      await noteEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
    }
    const seen: string[] = []
    const sizes: number[] = []
    let after: string | null | undefined
    do {
      const page: Activity = await activityOf(owner, after ? { after } : {})
      await noteEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
      seen.push(...page.rows.map(({ id }) => id))
      sizes.push(page.rows.length)
      after = page.next
    } while (after)
    expect(sizes).toEqual([50, 50, 21])
    expect(new Set(seen).size).toBe(121)
    expect(seen).toEqual(seen.toSorted().reverse())
  })

  test('comes in pages also within a span of time', async () => {
    for (let index = 0; index < 60; index++) {
      await noteEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
    }
    const span = { from: '2020-01-01T00:00:00Z' }
    const first = await activityOf(owner, span)
    const second = await activityOf(owner, { ...span, after: first.next ?? '' })
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse())
    expect(ids).toHaveLength(61)
  })

  test('is filtered by what events are about, by person, and by time', async () => {
    await world.people.join(owner, organization, agent, 'agent')
    await owner.ask('PATCH', `/api/organizations/${organization}/people/${agent.id}`, { role: 'coach' })
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'coach',
      permission: 'billing.view',
      allowed: true,
    })
    expect(namesOf(await activityOf(owner, { kind: 'people' }))).toEqual(['role-changed', 'joined', 'invited'])
    expect(namesOf(await activityOf(owner, { kind: 'permissions' }))).toEqual(['permission-changed'])
    expect(namesOf(await activityOf(owner, { person: agent.id }))).toEqual(['role-changed', 'joined'])
    expect(namesOf(await activityOf(owner, { person: agent.id, kind: 'permissions' }))).toEqual([])

    await world.database.query("update audit_events set at = '2026-11-03T12:00:00Z' where event = 'invited'")
    const day = { from: '2026-11-03T05:00:00Z', until: '2026-11-04T05:00:00Z' }
    expect(namesOf(await activityOf(owner, day))).toEqual(['invited'])
    expect(namesOf(await activityOf(owner, { ...day, from: '2026-11-03T12:00:01Z' }))).toEqual([])
    expect(namesOf(await activityOf(owner, { ...day, until: '2026-11-03T12:00:00Z' }))).toEqual([])
  })

  test('refuses filters that it does not understand', async () => {
    for (const query of ['kind=gossip', 'person=ada', 'from=yesterday', 'after=-1', 'after=x', 'page=2']) {
      const answer = await owner.ask('GET', `/api/organizations/${organization}/activity?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 422])
    }
  })
})

describe('the record of an account', () => {
  test('keeps failed log-in attempts apart, so that neither can hide the other', async () => {
    const note = (event: EventName) => noteEvent(world.database, { event, actor: agent.id })
    await note('password-changed')
    await world.people.visitor().ask('POST', '/api/account/login', { email: agent.email, password: 'a wrong password' })
    for (let index = 0; index < 150; index++) await note('renamed')
    for (let index = 0; index < 60; index++) await note('log-in-failed')

    const [first, second] = [await accountActivityOf(agent), await accountActivityOf(agent, { kind: 'security' })]
    expect(new Set(namesOf(first))).toEqual(new Set(['renamed']))
    expect(namesOf(second)).toEqual(['password-changed'])
    const failed = await accountActivityOf(agent, { kind: 'failed-log-ins' })
    expect(failed.rows).toHaveLength(50)
    const rest = await accountActivityOf(agent, { kind: 'failed-log-ins', after: failed.next ?? '' })
    expect(namesOf(rest)).toEqual(Array(11).fill('log-in-failed'))
  })

  test('is one’s own alone', async () => {
    await noteEvent(world.database, { event: 'renamed', actor: agent.id })
    expect(namesOf(await accountActivityOf(owner))).not.toContain('renamed')
    const answer = await owner.ask('GET', `/api/account/activity?person=${agent.id}`)
    expect(answer.statusCode).toBe(422)
  })
})
