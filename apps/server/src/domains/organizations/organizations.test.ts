import type { Role } from '@sherpa/contracts/organization'
import type { PoolClient } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, goodPassword, platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()

let owner: Someone
let other: Someone
let third: Someone
let organization: string

beforeAll(async () => {
  ;[owner, other, third] = (await Promise.all([
    world.people.register('Olive'),
    world.people.register('Ada'),
    world.people.register(),
  ])) as [Someone, Someone, Someone]
})
beforeEach(async () => {
  await world.database.query('truncate organizations cascade')
  organization = await world.people.createOrganization(owner)
})

const at = (path: string) => `/api/organizations/${organization}${path}`
const roleOf = async ({ id }: Someone): Promise<Role | undefined> =>
  (
    await world.database.query('select role from memberships where user_id = $1 and organization_id = $2', [
      id,
      organization,
    ])
  ).rows[0]?.role

/** Blocks calls on the organization's lock, changes data, then releases the lock. */
async function runBlocked(calls: () => Promise<Answer>[], meanwhile?: (client: PoolClient) => Promise<unknown>) {
  const client = await world.database.connect()
  try {
    await client.query('begin')
    await client.query('select from organizations where id = $1 for update', [organization])
    const answers = calls()
    const countBlocked = async () => {
      const { rows } = await world.database.query(
        "select count(*)::int as all from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows[0].all
    }
    await expect.poll(countBlocked, { timeout: 10_000 }).toBe(answers.length)
    await meanwhile?.(client)
    await client.query('commit')
    return await Promise.all(answers)
  } finally {
    client.release(true)
  }
}

describe('an invitation', () => {
  const invite = (email: string, role: Role = 'agent', more: object = {}) =>
    owner.ask('POST', at('/invitations'), { email, role, ...more })
  const tokenFor = async (email: string) => (await world.people.mailTo(email, 'invitation')).token
  const lookUp = (token: string) => world.people.visitor().ask('POST', '/api/invitations/lookup', { token })

  test('is mailed and names organization, role and inviter', async () => {
    await invite(other.email, 'coach')
    expect((await lookUp(await tokenFor(other.email))).json()).toMatchObject({
      organization: 'Ridgeline',
      kind: 'agency',
      role: 'coach',
      email: other.email,
      invitedBy: 'Olive',
    })
    const { invitations } = (await other.ask('GET', '/api/account')).json()
    expect(invitations).toMatchObject([{ organization: 'Ridgeline', role: 'coach' }])
  })

  test('works only for its email address', async () => {
    await invite(other.email)
    const { id } = (await lookUp(await tokenFor(other.email))).json()
    expect((await third.ask('POST', `/api/invitations/${id}/acceptance`)).json().code).toBe('link-expired')
    expect((await third.ask('POST', `/api/invitations/${id}/refusal`)).json().code).toBe('link-expired')
    expect((await other.ask('POST', `/api/invitations/${id}/acceptance`)).statusCode).toBe(200)
    expect(await roleOf(other)).toBe('agent')
    expect((await other.ask('POST', `/api/invitations/${id}/acceptance`)).json().code).toBe('link-expired')
  })

  test('is invalid after resending, withdrawal or expiry', async () => {
    await invite(other.email)
    const first = await tokenFor(other.email)
    await invite(other.email, 'coach', { replace: true })
    const second = await tokenFor(other.email)
    expect((await lookUp(first)).statusCode).toBe(410)
    const { id } = (await lookUp(second)).json()
    expect((await owner.ask('DELETE', at(`/invitations/${id}`))).statusCode).toBe(204)
    expect((await lookUp(second)).statusCode).toBe(410)

    await invite(other.email)
    await world.database.query("update invitations set expires_at = now() - interval '1 second'")
    expect((await lookUp(await tokenFor(other.email))).statusCode).toBe(410)
    expect((await other.ask('GET', '/api/account')).json().invitations).toEqual([])
  })

  test('is replaced only on explicit request', async () => {
    await invite(other.email, 'coach')
    const first = await tokenFor(other.email)
    const again = await invite(other.email, 'agent')
    expect([again.statusCode, again.json().code]).toEqual([409, 'already-invited'])
    expect((await lookUp(first)).json().role).toBe('coach')
    expect((await invite(other.email, 'agent', { replace: true })).statusCode).toBe(201)
    expect((await lookUp(await tokenFor(other.email))).json().role).toBe('agent')

    await world.database.query("update invitations set expires_at = now() - interval '1 second'")
    expect((await invite(other.email, 'coach')).statusCode).toBe(201)
  })

  test('can be declined, and cannot be sent to members', async () => {
    await invite(other.email)
    const { id } = (await lookUp(await tokenFor(other.email))).json()
    expect((await other.ask('POST', `/api/invitations/${id}/refusal`)).statusCode).toBe(204)
    expect(await roleOf(other)).toBeUndefined()
    expect((await invite(owner.email)).json().code).toBe('already-a-member')
  })

  test('creates account and membership in one step for a new address, and logs in', async () => {
    await invite('newcomer@agency.example', 'coach')
    const token = await tokenFor('newcomer@agency.example')
    expect((await lookUp(token)).json()).toMatchObject({ hasAccount: false })
    const join = (name = 'Nia Newcomer', password = goodPassword) =>
      world.people.visitor().ask('POST', '/api/invitations/joining', { token, name, password })
    expect((await join('Nia', 'password1234')).json().errors).toMatchObject([{ field: 'password' }])
    const answers = await Promise.all([join(), join()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
    const joined = answers.find(({ statusCode }) => statusCode === 201)?.json()
    expect(joined).toMatchObject({ organization, user: { name: 'Nia Newcomer', email: 'newcomer@agency.example' } })
    const account = (await world.people.visitor(joined.token).ask('GET', '/api/account')).json()
    expect(account.organizations).toMatchObject([{ id: organization, role: 'coach' }])
    expect((await world.people.logIn('newcomer@agency.example')).token).toBeTruthy()
  })

  test('to an existing account needs a log-in, and its link cannot change the password', async () => {
    await invite(other.email)
    const token = await tokenFor(other.email)
    expect((await lookUp(token)).json()).toMatchObject({ hasAccount: true })
    const body = { token, name: 'Someone Else', password: 'eleven-new-quiet-mountains' }
    const answer = await world.people.visitor().ask('POST', '/api/invitations/joining', body)
    expect(answer.json().code).toBe('account-exists')
    expect((await lookUp(token)).statusCode).toBe(200)
    expect((await world.people.logIn(other.email)).token).toBeTruthy()
  })

  test('is invalid once its sender lacks the permission: demoted, gone or role restricted', async () => {
    await owner.ask('PUT', at('/permissions'), { role: 'support-staff', permission: 'people.invite', allowed: false })
    const undo: Record<string, () => Promise<unknown>> = {
      demoted: () => owner.ask('PATCH', at(`/people/${other.id}`), { role: 'support-staff' }),
      left: () => other.ask('POST', at('/leaving')),
      removed: () => owner.ask('DELETE', at(`/people/${other.id}`)),
      'role restricted': () =>
        owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'people.invite', allowed: false }),
    }
    for (const [how, act] of Object.entries(undo)) {
      await world.people.join(owner, organization, other, 'agent')
      await other.ask('POST', at('/invitations'), { email: third.email, role: 'coach', replace: true })
      const { id } = (await lookUp(await tokenFor(third.email))).json()
      await act()
      const answer = await third.ask('POST', `/api/invitations/${id}/acceptance`)
      expect([how, answer.statusCode, await roleOf(third)]).toEqual([how, 410, undefined])
      await owner.ask('DELETE', at(`/people/${other.id}`))
    }
  })

  test('accepted concurrently with resending or account deletion stays consistent', async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await world.people.register()
      await invite(guest.email)
      const { id } = (await lookUp(await tokenFor(guest.email))).json()
      const [accepted] = await Promise.all([
        guest.ask('POST', `/api/invitations/${id}/acceptance`),
        round % 2 ? invite(guest.email, 'coach', { replace: true }) : world.people.deleteAccount(guest),
      ])
      const isDeleted = (await guest.ask('GET', '/api/account')).statusCode === 401
      // A member exactly if the acceptance came first and the account still exists.
      expect(await roleOf(guest)).toBe(accepted.statusCode === 200 && !isDeleted ? 'agent' : undefined)
    }
  })

  test('accepted several times concurrently creates one membership', async () => {
    await invite(other.email)
    const { id } = (await lookUp(await tokenFor(other.email))).json()
    const answers = await Promise.all([1, 2, 3].map(() => other.ask('POST', `/api/invitations/${id}/acceptance`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })
})

describe('members cannot grant more than their own permissions', () => {
  test('an agent cannot invite an owner or a role with more permissions', async () => {
    await world.people.join(owner, organization, other, 'agent')
    const invite = (role: Role) => other.ask('POST', at('/invitations'), { email: 'n@agency.example', role })
    expect((await invite('owner')).json().code).toBe('not-permitted')
    expect((await invite('compliance')).json().code).toBe('not-permitted')
    expect((await invite('coach')).statusCode).toBe(201)
  })

  test('a member who manages people cannot change an owner or themselves', async () => {
    await world.people.join(owner, organization, other, 'agent')
    await owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'people.manage', allowed: true })
    expect((await other.ask('PATCH', at(`/people/${owner.id}`), { role: 'coach' })).json().code).toBe('not-permitted')
    expect((await other.ask('DELETE', at(`/people/${owner.id}`))).json().code).toBe('not-permitted')
    expect((await other.ask('PATCH', at(`/people/${other.id}`), { role: 'owner' })).json().code).toBe('not-permitted')
    await world.people.join(owner, organization, third, 'coach')
    expect((await other.ask('PATCH', at(`/people/${third.id}`), { role: 'owner' })).json().code).toBe('not-permitted')
    expect((await other.ask('PATCH', at(`/people/${third.id}`), { role: 'agent' })).statusCode).toBe(204)
  })

  test('an agent cannot withdraw or replace an invitation to a higher role', async () => {
    await world.people.join(owner, organization, other, 'agent')
    await owner.ask('POST', at('/invitations'), { email: 'heir@agency.example', role: 'owner' })
    const { rows: invitations } = (await other.ask('GET', at('/invitations'))).json()
    expect((await other.ask('DELETE', at(`/invitations/${invitations[0].id}`))).json().code).toBe('not-permitted')
    const replaced = await other.ask('POST', at('/invitations'), { email: 'heir@agency.example', role: 'coach' })
    expect(replaced.json().code).toBe('not-permitted')
    expect((await owner.ask('GET', at('/invitations'))).json().rows).toMatchObject([{ role: 'owner' }])
  })

  test('rejects invitations of athletes outside their record', async () => {
    const answer = await owner.ask('POST', at('/invitations'), { email: 'kaia@agency.example', role: 'athlete' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'invite-from-record', title: expect.stringContaining('own record') })
    expect((await owner.ask('GET', at('/invitations'))).json().rows).toEqual([])
  })

  test('removing a member deletes their open invitations', async () => {
    await world.people.join(owner, organization, other, 'owner')
    await other.ask('POST', at('/invitations'), { email: third.email, role: 'owner' })
    expect((await owner.ask('DELETE', at(`/people/${other.id}`))).statusCode).toBe(204)
    expect((await third.ask('GET', '/api/account')).json().invitations).toEqual([])
  })

  test('owner permissions cannot be granted to roles or taken from owners', async () => {
    const set = (role: Role, permission: string, allowed: boolean) =>
      owner.ask('PUT', at('/permissions'), { role, permission, allowed })
    expect((await set('agent', 'permissions.edit', true)).json().code).toBe('not-permitted')
    expect((await set('agent', 'ownership.hand-over', true)).json().code).toBe('not-permitted')
    expect((await set('owner', 'people.view', false)).json().code).toBe('not-permitted')
    expect((await set('agent', 'launch.rockets', true)).statusCode).toBe(422)
  })
})

describe('an organization always has an owner', () => {
  test('the last owner cannot leave, be removed, change role or delete the account', async () => {
    await world.people.join(owner, organization, other, 'agent')
    await owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'people.manage', allowed: true })
    expect((await owner.ask('POST', at('/leaving'))).json().code).toBe('last-owner')
    await world.people.setUpSecondFactor(owner)
    expect((await world.people.deleteAccount(owner)).json().code).toBe('last-owner')
    for (const someone of [owner, other]) {
      expect((await someone.ask('DELETE', at(`/people/${owner.id}`))).statusCode).toBe(403)
      expect((await someone.ask('PATCH', at(`/people/${owner.id}`), { role: 'agent' })).statusCode).toBe(403)
    }
    expect(await roleOf(owner)).toBe('owner')
    // With a second owner this works, but only for one of them.
    await owner.ask('PATCH', at(`/people/${other.id}`), { role: 'owner' })
    expect((await owner.ask('PATCH', at(`/people/${other.id}`), { role: 'agent' })).statusCode).toBe(204)
    await owner.ask('PATCH', at(`/people/${other.id}`), { role: 'owner' })
    expect((await other.ask('DELETE', at(`/people/${owner.id}`))).statusCode).toBe(204)
    expect((await other.ask('POST', at('/leaving'))).json().code).toBe('last-owner')
  })

  test('of two owners who leave concurrently, one stays', async () => {
    await world.people.join(owner, organization, other, 'owner')
    const answers = await Promise.all([owner.ask('POST', at('/leaving')), other.ask('POST', at('/leaving'))])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  test('an id in another spelling is not found', async () => {
    const itself = owner.id.toUpperCase()
    await world.people.join(owner, organization, other, 'agent')
    expect((await owner.ask('POST', at('/ownership'), { person: itself, role: 'agent' })).statusCode).toBe(404)
    expect((await owner.ask('PATCH', at(`/people/${itself}`), { role: 'agent' })).statusCode).toBe(404)
    expect((await owner.ask('DELETE', at(`/people/${itself}`))).statusCode).toBe(404)
    expect(await roleOf(owner)).toBe('owner')
  })

  test('a handover concurrent with the heir’s account deletion leaves one owner', async () => {
    const heir = await world.people.register()
    await world.people.join(owner, organization, heir, 'coach')
    // Both wait for the lock with stale data.
    await runBlocked(() => [
      owner.ask('POST', at('/ownership'), { person: heir.id, role: 'agent' }),
      world.people.deleteAccount(heir),
    ])
    const { rows } = await world.database.query(
      "select count(*)::int as owners from memberships where organization_id = $1 and role = 'owner'",
      [organization],
    )
    expect(rows[0].owners).toBe(1)
  })

  test('ownership can be handed over only to a member', async () => {
    await world.people.join(owner, organization, other, 'coach')
    expect((await owner.ask('POST', at('/ownership'), { person: third.id, role: 'agent' })).statusCode).toBe(404)
    expect((await owner.ask('POST', at('/ownership'), { person: other.id, role: 'agent' })).statusCode).toBe(204)
    expect([await roleOf(owner), await roleOf(other)]).toEqual(['agent', 'owner'])
  })
})

test.each(['permissions', ''])(
  'rejects a change if the permission is lost while waiting for the lock: %s',
  async (path) => {
    await world.people.join(owner, organization, other, 'owner')
    const [late] = await runBlocked(
      () => [
        path
          ? other.ask('PUT', at('/permissions'), { role: 'agent', permission: 'billing.manage', allowed: true })
          : other.ask('PATCH', at(''), { name: 'Renamed too late', kind: 'team' }),
      ],
      (client) => client.query('delete from memberships where user_id = $1', [other.id]),
    )
    expect(late?.statusCode).toBe(404)
    expect((await owner.ask('GET', at(''))).json().name).toBe('Ridgeline')
  },
)

test('rejects an organization in both query and body', async () => {
  const body = { organization, planId: 'agency-starter', seats: 2 }
  const answer = await owner.ask('POST', `/api/subscriptions/purchase?organization=${organization}`, body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toMatchObject([{ field: 'organization' }])
})

test('the account lists all organizations with their permissions', async () => {
  const second = await world.people.createOrganization(other, 'Lakeside', 'team')
  await world.people.join(other, second, owner, 'athlete')
  // Of another organization.
  await owner.ask('PUT', at('/permissions'), { role: 'athlete', permission: 'money.view', allowed: false })
  const { organizations } = (await owner.ask('GET', '/api/account')).json()
  expect(organizations).toMatchObject([
    { id: organization, name: 'Ridgeline', role: 'owner' },
    {
      id: second,
      name: 'Lakeside',
      kind: 'team',
      role: 'athlete',
      permissions: ['athletes.view', 'deals.view', 'money.view'],
    },
  ])
  // With several organizations, a call must name one.
  expect((await owner.ask('GET', '/api/subscriptions/current')).statusCode).toBe(404)
  expect((await other.ask('GET', '/api/subscriptions/current')).json()).toMatchObject({ subscription: null })
})

test('every member sees the owners; members who see people also see role permissions', async () => {
  await world.people.join(owner, organization, other, 'athlete')
  expect((await other.ask('GET', at(''))).json()).toMatchObject({ name: 'Ridgeline', owners: ['Olive'] })
  expect((await other.ask('GET', at('/permissions'))).json().code).toBe('not-permitted')
  await owner.ask('PATCH', at(`/people/${other.id}`), { role: 'coach' })
  expect((await other.ask('GET', at('/permissions'))).json().roles).toContainEqual({
    role: 'coach',
    permissions: ['athletes.view', 'athletes.log', 'athletes.all', 'people.view'],
  })
})

test('the audit trail lists changes in order, with current names', async () => {
  await world.people.join(owner, organization, other, 'agent')
  await owner.ask('PATCH', at(`/people/${other.id}`), { role: 'coach' })
  const { rows: events } = (await owner.ask('GET', at('/activity'))).json()
  expect(events).toMatchObject([
    { event: 'role-changed', actor: { name: 'Olive' }, person: { name: 'Ada' }, details: 'Agent → Coach' },
    { event: 'joined', actor: { name: 'Ada' }, person: null, details: 'Agent' },
    { event: 'invited', actor: { name: 'Olive' }, details: 'Agent' },
    { event: 'organization-created', actor: { name: 'Olive' } },
  ])
})

describe('organization settings', () => {
  const names = { name: 'Ridgeline', kind: 'agency' }
  const edit = (settings: object) => owner.ask('PATCH', at(''), { ...names, ...settings })

  test('include time zone, currency and first month of the fiscal year', async () => {
    const initial = { timeZone: 'America/New_York', currency: 'USD', fiscalMonth: 1 }
    expect((await owner.ask('GET', at(''))).json()).toMatchObject(initial)
    const changed = { timeZone: 'America/Denver', currency: 'CAD', fiscalMonth: 7 }
    expect((await edit(changed)).json()).toMatchObject(changed)
    // Omitted fields are unchanged.
    expect((await edit({})).json()).toMatchObject(changed)
  })

  test.each([
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', '+05:30'],
    ['currency', 'XXX'],
    ['fiscalMonth', 13],
  ])('reject %s %s', async (field, value) => {
    expect((await edit({ [field]: value })).json().errors).toMatchObject([{ field }])
  })
})

test('without a second factor an owner can invite any role except owner', async () => {
  const founder = await world.people.register()
  const place = await world.people.createOrganization(founder)
  await world.people.assumeSecondFactor(founder, false)
  const invite = (role: Role) =>
    founder.ask('POST', `/api/organizations/${place}/invitations`, { email: `${role}@agency.example`, role })
  expect((await invite('agent')).statusCode).toBe(201)
  expect((await invite('owner')).json().code).toBe('second-factor-required')
  await world.people.assumeSecondFactor(founder)
  expect((await invite('owner')).statusCode).toBe(201)
})
