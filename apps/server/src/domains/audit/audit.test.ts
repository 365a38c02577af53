import type { ActivityEvent, EventName } from '@sherpa/contracts/activity'
import type { ListPage } from '@sherpa/contracts/list'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { recordEvent } from './audit.ts'

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

const listActivity = async (someone: Someone, query: Record<string, string> = {}): Promise<Activity> => {
  const answer = await someone.ask('GET', `/api/organizations/${organization}/activity?${new URLSearchParams(query)}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const listAccountActivity = async (someone: Someone, query: Record<string, string> = {}): Promise<Activity> =>
  (await someone.ask('GET', `/api/account/activity?${new URLSearchParams(query)}`)).json()
const namesOf = ({ rows }: Activity) => rows.map(({ event }) => event)

const invite = (email: string) =>
  owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role: 'coach' })

describe('the audit event of an invitation', () => {
  test('has email address and role, also after a cancellation or refusal', async () => {
    await invite('max@agency.example')
    const open = await owner.ask('GET', `/api/organizations/${organization}/invitations`)
    await owner.ask('DELETE', `/api/organizations/${organization}/invitations/${open.json().rows[0].id}`)
    await invite(agent.email)
    const { id } = (await agent.ask('GET', '/api/account')).json().invitations[0]
    await agent.ask('POST', `/api/invitations/${id}/refusal`)
    expect((await listActivity(owner)).rows).toMatchObject([
      { event: 'invitation-refused', email: agent.email },
      { event: 'invited', email: agent.email, details: 'Coach', actor: { id: owner.id, name: 'Olive' } },
      { event: 'invitation-withdrawn', email: 'max@agency.example', details: 'Coach' },
      { event: 'invited', email: 'max@agency.example', details: 'Coach' },
      { event: 'organization-created', email: null },
    ])
  })

  test('hides the email address from roles that may not see people', async () => {
    await world.people.join(owner, organization, compliance, 'compliance')
    await invite('max@agency.example')
    expect((await listActivity(compliance)).rows[0]).toMatchObject({ event: 'invited', email: 'max@agency.example' })
    await world.database.query('insert into permission_settings values ($1, $2, $3, false)', [
      organization,
      'compliance',
      'people.view',
    ])
    expect((await listActivity(compliance)).rows[0]).toMatchObject({ event: 'invited', email: null, details: 'Coach' })
  })

  test('loses its email address after account deletion or a year, but is otherwise unchanged', async () => {
    const loadEvents = async () => (await world.database.query('select * from audit_events order by id')).rows
    const loadEmails = async () => (await world.database.query('select email from audit_emails order by 1')).rows
    const leaver = await world.people.register('Leaver')
    await invite(leaver.email)
    await invite('recent@agency.example')
    await invite('old@agency.example')
    await world.database.query(
      `update audit_events set at = now() - interval '366 days' where id =
         (select event_id from audit_emails where email = 'old@agency.example')`,
    )
    const before = await loadEvents()

    await world.people.deleteAccount(leaver)
    expect(await loadEmails()).toEqual([{ email: 'old@agency.example' }, { email: 'recent@agency.example' }])
    await runJob(world.app, world.serving, 'forget-old-audit-values')
    expect(await loadEmails()).toEqual([{ email: 'recent@agency.example' }])
    expect((await loadEvents()).slice(0, before.length)).toEqual(before)
    expect((await listActivity(owner, { kind: 'people' })).rows.map(({ email }) => email)).toEqual([
      'recent@agency.example',
      null,
      null,
    ])
  })
})

test('account deletion also removes former email addresses from audit events', async () => {
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
  expect((await world.database.query('select from audit_emails')).rowCount).toBe(0)
})

describe('the audit trail', () => {
  test('is paged by 50 without gaps or duplicates while new events arrive', async () => {
    for (let index = 0; index < 120; index++) {
      await recordEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
    }
    const seen: string[] = []
    const sizes: number[] = []
    let after: string | null | undefined
    do {
      const page: Activity = await listActivity(owner, after ? { after } : {})
      await recordEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
      seen.push(...page.rows.map(({ id }) => id))
      sizes.push(page.rows.length)
      after = page.next
    } while (after)
    expect(sizes).toEqual([50, 50, 21])
    expect(new Set(seen).size).toBe(121)
    expect(seen).toEqual(seen.toSorted().reverse())
  })

  test('is paged within a date range', async () => {
    for (let index = 0; index < 60; index++) {
      await recordEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
    }
    const span = { from: '2020-01-01T00:00:00Z' }
    const first = await listActivity(owner, span)
    const second = await listActivity(owner, { ...span, after: first.next ?? '' })
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse())
    expect(ids).toHaveLength(61)
  })

  test('is filtered by kind, person and time', async () => {
    await world.people.join(owner, organization, agent, 'agent')
    await owner.ask('PATCH', `/api/organizations/${organization}/people/${agent.id}`, { role: 'coach' })
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'coach',
      permission: 'billing.view',
      allowed: true,
    })
    expect(namesOf(await listActivity(owner, { kind: 'people' }))).toEqual(['role-changed', 'joined', 'invited'])
    expect(namesOf(await listActivity(owner, { kind: 'permissions' }))).toEqual(['permission-changed'])
    expect(namesOf(await listActivity(owner, { person: agent.id }))).toEqual(['role-changed', 'joined'])
    expect(namesOf(await listActivity(owner, { person: agent.id, kind: 'permissions' }))).toEqual([])

    await world.database.query("update audit_events set at = '2026-11-03T12:00:00Z' where event = 'invited'")
    const day = { from: '2026-11-03T05:00:00Z', until: '2026-11-04T05:00:00Z' }
    expect(namesOf(await listActivity(owner, day))).toEqual(['invited'])
    expect(namesOf(await listActivity(owner, { ...day, from: '2026-11-03T12:00:01Z' }))).toEqual([])
    expect(namesOf(await listActivity(owner, { ...day, until: '2026-11-03T12:00:00Z' }))).toEqual([])
  })

  test('is filtered by athlete, for members who see all', async () => {
    await world.people.join(owner, organization, agent, 'agent')
    const add = async (givenName: string): Promise<string> => {
      const facts = { givenName, familyName: 'Okoye', level: 'pro', stage: 'signed' }
      return (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
    }
    const [jonah] = [await add('Jonah'), await add('Mina')]
    expect(await listActivity(owner, { athlete: jonah })).toMatchObject({
      rows: [{ event: 'athlete-added', athlete: { name: 'Jonah Okoye' } }],
    })
    for (const [permission, allowed] of [
      ['activity.view', true],
      ['athletes.all', false],
    ]) {
      const setting = { role: 'agent', permission, allowed }
      await owner.ask('PUT', `/api/organizations/${organization}/permissions`, setting)
    }
    expect((await listActivity(agent, { athlete: jonah })).rows).toEqual([])
  })

  test('rejects unknown filters', async () => {
    for (const query of [
      'kind=gossip',
      'person=ada',
      'athlete=ada',
      'from=yesterday',
      'after=-1',
      'after=x',
      'page=2',
    ]) {
      const answer = await owner.ask('GET', `/api/organizations/${organization}/activity?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 422])
    }
  })
})

describe('the audit trail of an account', () => {
  test('lists failed log-ins separately, so that they cannot bury other events', async () => {
    const record = (event: EventName) => recordEvent(world.database, { event, actor: agent.id })
    await record('password-changed')
    await world.people.visitor().ask('POST', '/api/account/login', { email: agent.email, password: 'a wrong password' })
    for (let index = 0; index < 150; index++) await record('renamed')
    for (let index = 0; index < 60; index++) await record('log-in-failed')

    const [first, second] = [await listAccountActivity(agent), await listAccountActivity(agent, { kind: 'security' })]
    expect(new Set(namesOf(first))).toEqual(new Set(['renamed']))
    expect(namesOf(second)).toEqual(['password-changed'])
    const failed = await listAccountActivity(agent, { kind: 'failed-log-ins' })
    expect(failed.rows).toHaveLength(50)
    const rest = await listAccountActivity(agent, { kind: 'failed-log-ins', after: failed.next ?? '' })
    expect(namesOf(rest)).toEqual(Array(11).fill('log-in-failed'))
  })

  test('is visible only to the account holder', async () => {
    await recordEvent(world.database, { event: 'renamed', actor: agent.id })
    expect(namesOf(await listAccountActivity(owner))).not.toContain('renamed')
    const answer = await owner.ask('GET', `/api/account/activity?person=${agent.id}`)
    expect(answer.statusCode).toBe(422)
  })
})
