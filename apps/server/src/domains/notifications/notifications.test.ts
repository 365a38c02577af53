import { type NotificationsPage, notificationsPage } from '@sherpa/contracts/notification'
import type { Permission, Role } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'
import { runJob } from '../../../test/jobs.ts'
import type { Someone } from '../../../test/people.ts'

const customer = customerForTests()
const { world, people, buy, offer, subscribed, pass } = customer

let agent: Someone
beforeAll(async () => {
  agent = await world.people.register('Ada Agent')
})

/** Without an invitation, which would cause a notification of its own. */
async function add(someone: Someone, role: Role) {
  await world.database.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    people.organization,
    someone.id,
    role,
  ])
}
beforeEach(() => add(agent, 'agent'))

const at = (path: string) => `/api/organizations/${people.organization}${path}`
async function listNotifications(someone: Someone, query = ''): Promise<NotificationsPage> {
  const answer = await someone.ask('GET', at(`/notifications${query}`))
  expect(answer.statusCode).toBe(200)
  return notificationsPage.parse(answer.json())
}
const listKinds = async (someone: Someone) => (await listNotifications(someone)).rows.map(({ kind }) => kind)
const markRead = (someone: Someone, ids: string[] | null) => someone.ask('POST', at('/notifications/read'), { ids })
const changeRole = (role: Role, by = people.owner) => by.ask('PATCH', at(`/people/${agent.id}`), { role })
const allow = (role: Role, permission: Permission, allowed = true) =>
  people.owner.ask('PUT', at('/permissions'), { role, permission, allowed })

describe('a member is notified', () => {
  test('when someone else changes their role; the person who changed it is not', async () => {
    expect((await changeRole('coach')).statusCode).toBe(204)
    const { id, name } = people.owner
    expect(await listNotifications(agent)).toMatchObject({
      rows: [{ kind: 'role-changed', actor: { id, name }, details: { role: 'coach' }, read: false }],
      unread: 1,
    })
    expect(await listNotifications(people.owner)).toMatchObject({ rows: [], unread: 0 })
  })

  test('neither of a rejected change nor of one without effect', async () => {
    await changeRole('agent')
    await changeRole('owner', agent)
    expect(await listKinds(agent)).toEqual([])
  })

  test('when they become the owner', async () => {
    await people.owner.ask('POST', at('/ownership'), { person: agent.id, role: 'coach' })
    expect(await listNotifications(agent)).toMatchObject({
      rows: [{ kind: 'ownership-received', actor: { id: people.owner.id } }],
    })
    expect(await listKinds(people.owner)).toEqual([])
  })

  test('when someone accepts their invitation', async () => {
    await world.people.join(agent, people.organization, people.other, 'agent')
    expect(await listNotifications(agent)).toMatchObject({
      rows: [{ kind: 'invitation-accepted', actor: { id: people.other.id }, details: { role: 'agent' } }],
    })
    expect(await listKinds(people.owner)).toEqual([])
    expect(await listKinds(people.other)).toEqual([])
  })

  test('of prices and invoices, without amounts, if they manage billing', async () => {
    await add(people.other, 'coach')
    await allow('coach', 'billing.manage')
    await allow('coach', 'billing.view')
    await subscribed()
    const { number: invoice } = await customer.newestInvoice()
    await pass(15)
    const { rows } = await listNotifications(people.owner)
    expect(rows.map(({ kind, actor, details }) => ({ kind, actor, details }))).toEqual([
      { kind: 'invoice-overdue', actor: null, details: { invoice } },
      { kind: 'invoice-issued', actor: null, details: { invoice } },
      { kind: 'price-offered', actor: null, details: {} },
    ])
    expect(await listKinds(people.other)).toEqual(['invoice-overdue', 'invoice-issued', 'price-offered'])
    await allow('agent', 'billing.view')
    expect(await listKinds(agent)).toEqual([])
  })
})

test('billing notifications are hidden and cannot be marked as read after the permission is lost', async () => {
  await allow('agent', 'billing.manage')
  await allow('agent', 'billing.view')
  await offer((await buy()).json().id, 4900)
  expect(await listNotifications(agent)).toMatchObject({ rows: [{ kind: 'price-offered' }], unread: 1 })
  await allow('agent', 'billing.view', false)
  expect(await listNotifications(agent)).toMatchObject({ rows: [], unread: 0 })
  await markRead(agent, null)
  await allow('agent', 'billing.view')
  expect(await listNotifications(agent)).toMatchObject({ rows: [{ read: false }], unread: 1 })
})

describe('notifications', () => {
  test('are paged, newest first', async () => {
    for (const role of ['coach', 'athlete', 'compliance'] as const) await changeRole(role)
    const { rows, next } = await listNotifications(agent, '?limit=2')
    expect(rows.map(({ details }) => details.role)).toEqual(['compliance', 'athlete'])
    const rest = await listNotifications(agent, `?limit=2&after=${next}`)
    expect(rest).toMatchObject({ rows: [{ details: { role: 'coach' } }], next: null, unread: null })
    expect(await listNotifications(agent, '?limit=0')).toMatchObject({ rows: [], next: null, unread: 3 })
  })

  test('can be marked as read, some or all', async () => {
    for (const role of ['coach', 'athlete', 'compliance'] as const) await changeRole(role)
    const [newest] = (await listNotifications(agent)).rows
    expect((await markRead(agent, [newest?.id ?? ''])).statusCode).toBe(204)
    const { rows, unread } = await listNotifications(agent)
    expect([unread, rows.map(({ read }) => read)]).toEqual([2, [true, false, false]])
    await markRead(agent, null)
    expect((await listNotifications(agent)).unread).toBe(0)
  })

  test('can be read and marked only by their recipient', async () => {
    await changeRole('coach')
    const [own] = (await listNotifications(agent)).rows
    await markRead(people.owner, [own?.id ?? ''])
    await markRead(people.owner, null)
    expect((await listNotifications(agent)).unread).toBe(1)
    expect((await listNotifications(people.owner, `?ids=${own?.id}`)).rows).toEqual([])
  })

  test('are counted up to 99', async () => {
    await world.database.query(
      `insert into notifications (organization_id, user_id, kind) select $1, $2, 'role-changed' from generate_series(1, 120)`,
      [people.organization, agent.id],
    )
    expect((await listNotifications(agent)).unread).toBe(99)
  })

  test('do not name an actor who deleted their account', async () => {
    const formerMember = await world.people.register('Gone Soon')
    await add(formerMember, 'owner')
    await changeRole('coach', formerMember)
    await world.people.deleteAccount(formerMember)
    expect(await listNotifications(agent)).toMatchObject({ rows: [{ actor: null }] })
  })

  test.each([
    ['is removed', () => people.owner.ask('DELETE', at(`/people/${agent.id}`))],
    ['leaves', () => agent.ask('POST', at('/leaving'))],
  ])('are deleted when their recipient %s', async (_, leave) => {
    await changeRole('coach')
    expect((await leave()).statusCode).toBe(204)
    await add(agent, 'agent')
    expect(await listKinds(agent)).toEqual([])
  })

  test('are deleted with the account of their recipient', async () => {
    const leaver = await world.people.register('Lea Leaver')
    await add(leaver, 'agent')
    await people.owner.ask('PATCH', at(`/people/${leaver.id}`), { role: 'coach' })
    expect(await listKinds(leaver)).toEqual(['role-changed'])
    expect((await world.people.deleteAccount(leaver)).statusCode).toBe(204)
    const { rows } = await world.database.query('select from notifications where user_id = $1', [leaver.id])
    expect(rows).toEqual([])
  })

  test('are deleted after 90 days', async () => {
    for (const role of ['coach', 'athlete'] as const) await changeRole(role)
    await world.database.query(
      "update notifications set created_at = now() - interval '91 days' where details->>'role' = 'coach'",
    )
    await runJob(world.app, world.serving, 'forget-old-notifications')
    expect((await listNotifications(agent)).rows.map(({ details }) => details.role)).toEqual(['athlete'])
  })
})
