import { randomUUID } from 'node:crypto'
import type { Access } from '@sherpa/contracts/operation'
import { allRoles, ownersOnly, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { goodPassword, peopleOf, type Someone } from '../../test/people.ts'
import { buildApp } from '../app.ts'

/*
 * Every endpoint × every role × one's own and another organization. The endpoints come from the OpenAPI document: one that
 * is added without a rule, or with an address or a body that is not known here, fails.
 */

type Operation = {
  operationId: string
  'x-access': Access
  parameters?: { name: string; in: string }[]
  requestBody?: object
}
type Endpoint = { id: string; access: Access; method: 'GET'; path: string; byQuery: boolean; hasBody: boolean }

/** What belongs to one organization. */
type World = Record<'organization' | 'person' | 'invitation' | 'invoice' | 'subscription' | 'offer' | 'job', string>

const bodies: Record<string, (world: World) => object> = {
  editOrganization: () => ({ name: 'Another name', kind: 'agency' }),
  changeRole: () => ({ role: 'athlete' }),
  handOverOwnership: ({ person }) => ({ person, role: 'agent' }),
  invite: () => ({ email: 'new@agency.example', role: 'athlete' }),
  changePermission: () => ({ role: 'coach', permission: 'activity.view', allowed: true }),
  purchaseSubscription: ({ organization }) => ({ organization, planId: 'agency-professional', seats: 9 }),
  changeSubscription: ({ organization }) => ({ organization, planId: 'agency-professional', seats: 10 }),
  cancelSubscription: ({ organization }) => ({ organization }),
  resumeSubscription: ({ organization }) => ({ organization }),
  recordPayment: () => ({ reference: 'Transfer 1' }),
  acceptPrice: ({ organization }) => ({ organization }),
  changeBillingDetails: () => ({
    billingEmail: 'new@agency.example',
    legalName: 'Ridgeline, LLC',
    addressLine1: '12 Lakeside Avenue',
    city: 'Dublin',
    country: 'IE',
  }),
  offerPrice: () => ({ priceCents: 4900 }),
  setTaxExemption: () => ({ exempt: true }),
  createOrganization: () => ({ name: 'One more', kind: 'team' }),
  changeProfile: () => ({ name: 'Another name' }),
  changePassword: () => ({ currentPassword: 'not the one', newPassword: goodPassword }),
  startSecondFactor: () => ({ password: 'not the one' }),
  turnOnSecondFactor: () => ({ code: '000000' }),
  turnOffSecondFactor: () => ({ password: 'not the one', code: '000000' }),
  requestEmailChange: () => ({ email: 'other@agency.example', password: 'not the one' }),
  renewRecoveryCodes: () => ({ password: 'not the one' }),
  deleteAccount: () => ({ password: 'not the one' }),
}

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>
let people: ReturnType<typeof peopleOf>
let endpoints: Endpoint[]
const members = {} as Record<Role, Someone>
let bystander: Someone
let stranger: Someone
let staff: Someone
const ours: World = worldOf()
const theirs: World = worldOf()

function worldOf(): World {
  const id = () => randomUUID()
  return { organization: id(), person: '', invitation: id(), invoice: id(), subscription: id(), offer: id(), job: id() }
}

beforeAll(async () => {
  fresh = await freshDatabase()
  app = buildApp({ database: fresh.serving, rateLimited: false, shortestAnswerMs: 0 })
  people = peopleOf(app, fresh.database)
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      access: operation['x-access'],
      method: method.toUpperCase() as 'GET',
      path,
      byQuery:
        operation.parameters?.some(({ name, in: where }) => name === 'organization' && where === 'query') ?? false,
      hasBody: operation.requestBody !== undefined,
    })),
  )
  const [first, second, ...ofTheRoles] = await Promise.all(Array.from({ length: 8 }, () => people.register()))
  if (!first || !second) throw new Error('Nobody has registered.')
  bystander = first
  stranger = second
  staff = await people.registerStaff()
  allRoles.forEach((role, index) => {
    members[role] = ofTheRoles[index] as Someone
  })
  ours.person = bystander.id
  theirs.person = stranger.id
}, 120_000)
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

/** Both organizations as they were: the calls below change them. */
async function restore() {
  const { database } = fresh
  await database.query('truncate organizations cascade')
  const everyone = allRoles.map((role) => ({ id: members[role].id, role: role as string }))
  for (const { world, belong } of [
    { world: ours, belong: [...everyone, { id: bystander.id, role: 'athlete' }] },
    { world: theirs, belong: [{ id: stranger.id, role: 'owner' }] },
  ]) {
    const { organization, invitation, invoice, subscription, offer, job } = world
    await database.query("insert into organizations (id, name, kind) values ($1, 'Ridgeline', 'agency')", [
      organization,
    ])
    await database.query(
      'insert into memberships (organization_id, user_id, role) select $1, * from unnest($2::uuid[], $3::text[])',
      [organization, belong.map(({ id }) => id), belong.map(({ role }) => role)],
    )
    await database.query(
      `insert into invitations (id, organization_id, email, role, token_hash, expires_at)
       values ($1, $2, 'invited@agency.example', 'athlete', $3, now() + interval '1 day')`,
      [invitation, organization, Buffer.from(invitation)],
    )
    await database.query(
      `insert into subscriptions (id, organization_id, plan_id, seats, trial_ends_at)
       values ($1, $2, 'agency-professional', 9, now() + interval '9 days')`,
      [subscription, organization],
    )
    await database.query(
      `insert into price_offers (id, organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
       values ($1, $2, $3, 'agency-professional', 4900, now(), $4)`,
      [offer, organization, subscription, staff.id],
    )
    await database.query(
      `insert into invoices (id, number, subscription_id, organization_id, billed_to, billing_email, lines, total_cents, issued_at, due_at)
       values ($1, $2, $3, $4, 'Ridgeline', 'books@agency.example', '[]', 100, now(), now())`,
      [invoice, `SH-${invoice}`, subscription, organization],
    )
    await database.query(
      "insert into jobs (id, organization_id, name, data, state, failed_at) values ($1, $2, 'any', '{}', 'failed', now())",
      [job, organization],
    )
  }
}
beforeEach(restore)

async function call(someone: Someone, endpoint: Endpoint, world: World) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = name === 'session' ? randomUUID() : name === 'id' ? 'agency-professional' : world[name as keyof World]
    if (!id) throw new Error(`${endpoint.id}: the matrix does not know what a ${name} is.`)
    return id
  })
  const body = endpoint.hasBody ? bodies[endpoint.id] : undefined
  if (endpoint.hasBody && !body) throw new Error(`${endpoint.id}: the matrix does not know a body for it.`)
  const answer = await someone.ask(
    endpoint.method,
    endpoint.byQuery ? `${path}?organization=${world.organization}` : path,
    body?.(world),
  )
  return { status: answer.statusCode, code: answer.statusCode >= 400 ? (answer.json().code as string) : 'ok' }
}

const isForMembers = ({ access }: Endpoint) => !['anyone', 'person', 'staff'].includes(access)
const rulesOf = (permission: Permission, role: Role, allowed: boolean) =>
  fresh.database.query('insert into permission_settings values ($1, $2, $3, $4)', [
    ours.organization,
    role,
    permission,
    allowed,
  ])

/** Everything that is an organization's, to see whether a call has touched it. */
async function stateOf({ organization }: World) {
  const tables = [
    'memberships',
    'invitations',
    'permission_settings',
    'subscriptions',
    'price_offers',
    'billing_details',
    'tax_exemptions',
    'invoices',
    'jobs',
  ]
  const rows = await Promise.all(
    tables.map((table) =>
      fresh.database.query(`select to_jsonb(t) as row from ${table} t where organization_id = $1 order by 1`, [
        organization,
      ]),
    ),
  )
  const { rows: itself } = await fresh.database.query('select * from organizations where id = $1', [organization])
  return JSON.stringify([itself, ...rows.map((result) => result.rows)])
}

test('the document has endpoints of every kind of access', () => {
  const accesses = new Set(endpoints.map(({ access }) => access))
  for (const access of ['anyone', 'person', 'member', 'staff', 'people.invite', 'billing.manage']) {
    expect(accesses).toContain(access)
  }
})

test('nobody calls anything but what is for anyone without being signed in', async () => {
  const wrong: string[] = []
  for (const endpoint of endpoints.filter(({ access }) => access !== 'anyone')) {
    const { code } = await call(people.visitor(), endpoint, ours)
    if (code !== 'sign-in-required') wrong.push(`${endpoint.id}: ${code}`)
  }
  expect(wrong).toEqual([])
})

describe.each(allRoles)('as %s', (role) => {
  test('one may do what the role may, and nothing else', async () => {
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      await restore()
      const { access } = endpoint
      const may = access === 'member' || permissionsOf(role, []).includes(access as Permission)
      const { code } = await call(members[role], endpoint, ours)
      // The last owner cannot leave, and a second subscription cannot be had: past the gate all the same.
      const passed = ['ok', 'last-owner', 'already-subscribed'].includes(code)
      if (may ? !passed : code !== 'not-permitted') wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('an owner’s change to the table counts at once, both ways', async () => {
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const { access } = endpoint
      if (access === 'member' || role === 'owner') continue
      for (const allowed of [true, false]) {
        await restore()
        await rulesOf(access as Permission, role, allowed)
        const { code } = await call(members[role], endpoint, ours)
        const may = allowed && !ownersOnly.has(access as Permission)
        if (may === (code === 'not-permitted')) wrong.push(`${endpoint.id} ${allowed ? 'on' : 'off'}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('one reads and writes nothing of another organization', async () => {
    const before = await stateOf(theirs)
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const { code } = await call(members[role], endpoint, theirs)
      if (code !== 'not-found') wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
    expect(await stateOf(theirs)).toBe(before)
  })

  test('one cannot reach into another organization through one’s own', async () => {
    for (const permission of permissionsOf('owner', [])) {
      if (role !== 'owner' && !ownersOnly.has(permission)) await rulesOf(permission, role, true)
    }
    const before = await stateOf(theirs)
    const wrong: string[] = []
    const throughOurs = { ...theirs, organization: ours.organization }
    for (const endpoint of endpoints.filter((one) => isForMembers(one) && /\{(?!organization)/.test(one.path))) {
      const { code } = await call(members[role], endpoint, throughOurs)
      if (code !== 'not-found') wrong.push(`${endpoint.id}: ${code}`)
    }
    const handedOver = await call(
      members[role],
      endpoints.find(({ id }) => id === 'handOverOwnership') as Endpoint,
      throughOurs,
    )
    if (handedOver.code === 'ok') wrong.push('handOverOwnership to a stranger')
    expect(wrong).toEqual([])
    expect(await stateOf(theirs)).toBe(before)
  })

  test('one sees nothing of the staff’s rooms', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === 'staff')) {
      expect(await call(members[role], endpoint, ours)).toEqual({ status: 404, code: 'not-found' })
    }
  })
})

test('our staff may use its own rooms, and reads and writes nothing of organizations beside them', async () => {
  for (const endpoint of endpoints.filter(({ access }) => access === 'staff')) {
    expect([endpoint.id, (await call(staff, endpoint, ours)).code]).toEqual([endpoint.id, 'ok'])
  }
  await restore()
  const before = await stateOf(ours)
  for (const endpoint of endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(staff, endpoint, ours)).code]).toEqual([endpoint.id, 'not-found'])
  }
  expect(await stateOf(ours)).toBe(before)
})

test('whoever was removed is out at once', async () => {
  const removed = await members.owner.ask(
    'DELETE',
    `/api/organizations/${ours.organization}/people/${members.agent.id}`,
  )
  expect(removed.statusCode).toBe(204)
  for (const endpoint of endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(members.agent, endpoint, ours)).code]).toEqual([endpoint.id, 'not-found'])
  }
})
