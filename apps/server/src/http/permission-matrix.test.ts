import { randomUUID } from 'node:crypto'
import type { Access } from '@sherpa/contracts/operation'
import { allRoles, ownersOnly, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { oneTransaction } from '../../test/one-transaction.ts'
import { peopleOf, type Someone } from '../../test/people.ts'
import { allSamples, type Place, type Samples } from '../../test/samples.ts'
import { tenantTables } from '../../test/tenant-tables.ts'
import { buildApp } from '../app.ts'
import { type Database, inOrganization } from '../persistence/database.ts'

/*
 * Every endpoint × every role × one's own and another organization. The endpoints come from the OpenAPI document, what
 * they take from the samples beside each domain, and the tables from the catalogue: one that is added without a rule, or without
 * a sample, fails.
 */

type Operation = {
  operationId: string
  'x-access': Access
  parameters?: { name: string; in: string }[]
  requestBody?: object
  responses: Record<string, { content?: object }>
}
type Endpoint = {
  id: string
  access: Access
  method: 'GET'
  path: string
  byQuery: boolean
  hasBody: boolean
  isStream: boolean
}

/** An organization, what its addresses name, and whom they name. */
type World = Place & { parameters: Record<string, string> }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let everything: Awaited<ReturnType<typeof oneTransaction>>
let app: ReturnType<typeof buildApp>
let people: ReturnType<typeof peopleOf>
let endpoints: Endpoint[]
let bodies: NonNullable<Samples['bodies']>
const members = {} as Record<Role, Someone>
let staff: Someone
let ours: World
let theirs: World

beforeAll(async () => {
  fresh = await freshDatabase()
  everything = await oneTransaction(fresh)
  const { owner, serving } = everything
  app = buildApp({ database: serving, rateLimited: false, shortestAnswerMs: 0 })
  people = peopleOf(app, owner)
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const samples = await allSamples()
  bodies = Object.assign({}, ...samples.map((one) => one.bodies))
  const needs: Record<string, Permission> = Object.assign({}, ...samples.map((one) => one.needs))
  endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      access: needs[operation.operationId] ?? operation['x-access'],
      method: method.toUpperCase() as 'GET',
      path,
      byQuery:
        operation.parameters?.some(({ name, in: where }) => name === 'organization' && where === 'query') ?? false,
      hasBody: operation.requestBody !== undefined,
      isStream: 'text/event-stream' in (operation.responses[200]?.content ?? {}),
    })),
  )
  const [bystander, stranger] = [await people.register(), await people.register()]
  staff = await people.registerStaff()
  for (const role of allRoles) members[role] = await people.register()
  const everyone = allRoles.map((role) => ({ id: members[role].id, role }))
  ours = await makeWorld(samples, bystander, [...everyone, { id: bystander.id, role: 'athlete' }])
  theirs = await makeWorld(samples, stranger, [{ id: stranger.id, role: 'owner' }])
}, 120_000)
afterAll(async () => {
  await app.close()
  await everything.end()
  await fresh.drop()
})

async function makeWorld(samples: Samples[], person: Someone, belong: { id: string; role: Role }[]): Promise<World> {
  const { owner } = everything
  const place = { organization: randomUUID(), person: person.id, staff: staff.id }
  await owner.query("insert into organizations (id, name, kind) values ($1, 'Ridgeline', 'agency')", [
    place.organization,
  ])
  await owner.query(
    'insert into memberships (organization_id, user_id, role) select $1, * from unnest($2::uuid[], $3::text[])',
    [place.organization, belong.map(({ id }) => id), belong.map(({ role }) => role)],
  )
  const parameters = await Promise.all(samples.map((one) => one.parameters?.(owner, place)))
  return { ...place, parameters: Object.assign({}, ...parameters) }
}

// The calls below change both organizations.
beforeEach(() => everything.keep())
afterEach(() => everything.restore())

/** Undoes what the work has done. */
async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  await everything.keep()
  try {
    return await work()
  } finally {
    await everything.restore()
  }
}

async function call(someone: Someone, endpoint: Endpoint, { parameters, ...place }: World) {
  const named: Record<string, string> = { ...parameters, ...place }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
  if (endpoint.isStream) return openStream(someone, path)
  const answer = await someone.ask(
    endpoint.method,
    endpoint.byQuery ? `${path}?organization=${place.organization}` : path,
    bodies[endpoint.id]?.(place),
  )
  return { status: answer.statusCode, code: answer.statusCode >= 400 ? (answer.json().code as string) : 'ok' }
}

/** It stays open: how it begins is enough. */
async function openStream({ token }: Someone, url: string) {
  const answer = await app.inject({
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payloadAsStream: true,
  })
  const stream = answer.stream()
  if (answer.statusCode === 200) stream.destroy()
  const text = answer.statusCode === 200 ? '{}' : Buffer.concat(await stream.toArray()).toString()
  return { status: answer.statusCode, code: JSON.parse(text).code ?? 'ok' }
}

const isForMembers = ({ access }: Endpoint) => !['anyone', 'person', 'staff'].includes(access)
const rulesOf = (permission: Permission, role: Role, allowed: boolean) =>
  everything.owner.query('insert into permission_settings values ($1, $2, $3, $4)', [
    ours.organization,
    role,
    permission,
    allowed,
  ])

/** Everything that is an organization's, to see whether a call has touched it. */
async function stateOf({ organization }: World) {
  const { owner } = everything
  const tables = await tenantTables(owner)
  const rows = await Promise.all(
    tables.map(({ table, column }) =>
      owner.query(`select to_jsonb(t) as row from ${table} t where ${column} = $1 order by 1`, [organization]),
    ),
  )
  return JSON.stringify(rows.map((result) => result.rows))
}

test('the app works with the role, and inside the organizations, that it has when it serves', async () => {
  const { owner, serving } = everything
  const seen = async (database: Database) => (await database.query('select id from organizations')).rowCount
  expect(
    await Promise.all([seen(owner), seen(serving), inOrganization(ours.organization, () => seen(serving))]),
  ).toEqual([2, 0, 1])
  await expect(undone(() => serving.query('create table x (id int)'))).rejects.toMatchObject({ code: '42501' })
})

test('the document has endpoints of every kind of access', () => {
  const accesses = new Set(endpoints.map(({ access }) => access))
  for (const access of ['anyone', 'person', 'member', 'staff', 'people.invite', 'billing.manage']) {
    expect(accesses).toContain(access)
  }
})

test('every endpoint that is not for anyone has a sample of what it takes', () => {
  const where = 'to <domain>.samples.ts in its folder of apps/server/src/domains'
  const lacking = endpoints
    .filter(({ access }) => access !== 'anyone')
    .flatMap(({ id, path, hasBody }) => [
      ...(hasBody && !bodies[id] ? [`${id} takes a body: add a sample of it, under \`bodies\`, ${where}.`] : []),
      ...[...path.matchAll(/\{(\w+)\}/g)]
        .filter(([, name = '']) => !(name in ours || name in ours.parameters))
        .map(([, name]) => `${id} takes a parameter “${name}”: add one, under \`parameters\`, ${where}.`),
    ])
  const unknown = Object.keys(bodies)
    .filter((name) => !endpoints.some(({ id, hasBody }) => id === name && hasBody))
    .map((name) => `${name} takes no body: remove its sample.`)
  expect([...lacking, ...unknown]).toEqual([])
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
      const { access } = endpoint
      const may = access === 'member' || permissionsOf(role, []).includes(access as Permission)
      const { code } = await undone(() => call(members[role], endpoint, ours))
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
        const { code } = await undone(async () => {
          await rulesOf(access as Permission, role, allowed)
          return call(members[role], endpoint, ours)
        })
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
    const { code } = await undone(() => call(staff, endpoint, ours))
    // One request is not in all states at once: past the gate all the same.
    expect([endpoint.id, code === 'move-not-possible' ? 'ok' : code]).toEqual([endpoint.id, 'ok'])
  }
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
