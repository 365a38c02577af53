import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoles, isGrantable, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from '../../test/every-endpoint.ts'
import { freshDatabase } from '../../test/fresh-database.ts'
import { oneTransaction } from '../../test/one-transaction.ts'
import { peopleOf, type Someone } from '../../test/people.ts'
import { allSamples, type Samples } from '../../test/samples.ts'
import { buildApp } from '../app.ts'
import { diskFiles } from '../files/file-store.ts'
import { type Database, inOrganization } from '../persistence/database.ts'
import { tenantTables } from '../persistence/tenant-catalog.ts'

/*
 * Every endpoint × every role × own and foreign organization. Tables come from the catalog:
 * a table without a rule or an endpoint without a sample fails.
 */

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let everything: Awaited<ReturnType<typeof oneTransaction>>
let app: ReturnType<typeof buildApp>
let directory: string
let people: ReturnType<typeof peopleOf>
let endpoints: Endpoint[]
let bodies: NonNullable<Samples['bodies']>
let callEndpoint: ReturnType<typeof callerOf>['call']
const members = {} as Record<Role, Someone>
let staff: Someone
let ours: World
let theirs: World

beforeAll(async () => {
  fresh = await freshDatabase()
  everything = await oneTransaction(fresh)
  const { owner, serving } = everything
  directory = await mkdtemp(join(tmpdir(), 'sherpa-matrix-'))
  app = buildApp({ database: serving, rateLimited: false, shortestAnswerMs: 0, files: diskFiles(directory) })
  people = peopleOf(app, owner)
  const samples = await allSamples()
  endpoints = await endpointsOf(app, samples)
  ;({ bodies, call: callEndpoint } = callerOf(app, samples))
  const [bystander, stranger] = [await people.register(), await people.register()]
  staff = await people.registerStaff()
  for (const role of allRoles) members[role] = await people.register()
  const everyone = allRoles.map((role) => ({ id: members[role].id, role }))
  ours = await makeWorld(owner, samples, {
    person: bystander,
    staff,
    belong: [...everyone, { id: bystander.id, role: 'athlete' }],
  })
  for (const role of allRoles) if (role !== 'athlete') await people.setUpSecondFactor(members[role])
  recoveryCodes = (await owner.query('select user_id, backup_codes from second_factors')).rows
  theirs = await makeWorld(owner, samples, { person: stranger, staff, belong: [{ id: stranger.id, role: 'owner' }] })
}, 120_000)
afterAll(async () => {
  await app.close()
  await everything.end()
  await rm(directory, { recursive: true })
  await fresh.drop()
})

// The tests change both organizations: each starts from a savepoint.
beforeEach(() => everything.keep())
afterEach(() => everything.restore())

/** Runs the work and rolls it back. */
async function rollBack<Result>(work: () => Promise<Result>): Promise<Result> {
  await everything.keep()
  try {
    return await work()
  } finally {
    await everything.restore()
  }
}

/** Recovery codes as they were made: an operation that refuses afterwards has spent one. */
let recoveryCodes: { user_id: string; backup_codes: string }[]

async function call(someone: Someone, endpoint: Endpoint, world: World) {
  const made = recoveryCodes.find(({ user_id }) => user_id === someone.id)
  if (made) {
    const codes = [made.user_id, made.backup_codes]
    await everything.owner.query('update second_factors set backup_codes = $2 where user_id = $1', codes)
  }
  const { status, code } = await callEndpoint(someone, endpoint, world)
  return { status, code }
}

/** Members pass the access check, but get 404 for tasks whose record they do not see, questions of others and reports of athletes; athletes,
 * for records of others, and without a record of their own.
 */
const isOthersRecord = (role: Role, { path }: Endpoint, code: string) =>
  code === 'not-found' &&
  (/\{task\}|\{search\}|\{reportedDeal\}\/file/.test(path) ||
    (role === 'athlete' &&
      /\{(athlete|company|deal|deliverable|payment|disclosure|view)\}|\/reported-deals$/.test(path)))
const admits = ({ access, alsoNeeds, notForAthletes }: Endpoint, role: Role, permissions: Permission[]) =>
  !(notForAthletes && role === 'athlete') &&
  (access === 'member' || permissions.includes(access as Permission)) &&
  alsoNeeds.every((needed) => permissions.includes(needed))
const isForMembers = ({ access }: Endpoint) => !['anyone', 'person', 'staff'].includes(access)
const rulesOf = (permission: Permission, role: Role, allowed: boolean) =>
  everything.owner.query('insert into permission_settings values ($1, $2, $3, $4)', [
    ours.organization,
    role,
    permission,
    allowed,
  ])

/** Every permission that can be granted to a role. */
const everythingFor = (role: Role) =>
  permissionsOf('owner', []).filter((permission) => role === 'owner' || isGrantable(role, permission))

/** Snapshot of all rows of an organization, to detect changes. */
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

test('the app uses the serving role and tenant context', async () => {
  const { owner, serving } = everything
  const seen = async (database: Database) => (await database.query('select id from organizations')).rowCount
  expect(
    await Promise.all([seen(owner), seen(serving), inOrganization(ours.organization, () => seen(serving))]),
  ).toEqual([2, 0, 1])
  await expect(rollBack(() => serving.query('create table x (id int)'))).rejects.toMatchObject({ code: '42501' })
})

test('the OpenAPI document has endpoints of each kind of access', () => {
  const accesses = new Set(endpoints.map(({ access }) => access))
  for (const access of ['anyone', 'person', 'member', 'staff', 'people.invite', 'billing.manage']) {
    expect(accesses).toContain(access)
  }
})

test('every protected endpoint has a request sample', () => {
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

test('signed-out callers reach public endpoints only', async () => {
  const wrong: string[] = []
  for (const endpoint of endpoints.filter(({ access }) => access !== 'anyone')) {
    const { code } = await call(people.visitor(), endpoint, ours)
    if (code !== 'sign-in-required') wrong.push(`${endpoint.id}: ${code}`)
  }
  expect(wrong).toEqual([])
})

describe.each(allRoles)('as %s', (role) => {
  test('allows exactly the operations of the role', async () => {
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const may = admits(endpoint, role, permissionsOf(role, []))
      const { code } = await rollBack(() => call(members[role], endpoint, ours))
      // Refusals by business rules come after the access check, so they count as admitted.
      const admittedCodes = [
        'ok',
        'last-owner',
        'already-subscribed',
        'not-yours',
        'only-the-athlete',
        'not-a-sample',
        'check-first',
        'import-under-way',
        'deal-incomplete',
        'deal-move-not-possible',
        'version-replaced',
        'not-your-signature',
        'not-your-turn',
        'condition-decided',
        'paper-not-confirmed',
        'contract-not-pdf',
        'not-a-zip',
        'signed-pdf-needed',
        'deal-not-in-force',
        'disclosure-move-not-possible',
        'only-athletes-report',
      ]
      const isAdmitted = admittedCodes.includes(code) || isOthersRecord(role, endpoint, code)
      const isRefused = code === 'not-permitted' || (endpoint.byRecord && isOthersRecord(role, endpoint, code))
      if (may ? !isAdmitted : !isRefused) wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('a changed permission takes effect at once, granted or revoked', async () => {
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const { access } = endpoint
      if (access === 'member' || role === 'owner') continue
      // They may assign none of the roles of this operation.
      if ((role === 'athlete' || role === 'compliance') && endpoint.id === 'inviteMany') continue
      for (const allowed of [true, false]) {
        const { code } = await rollBack(async () => {
          await rulesOf(access as Permission, role, allowed)
          return call(members[role], endpoint, ours)
        })
        const setting = { role, permission: access as Permission, allowed }
        const may = admits(endpoint, role, permissionsOf(role, [setting]))
        if (isOthersRecord(role, endpoint, code)) continue
        if (may === (code === 'not-permitted')) wrong.push(`${endpoint.id} ${allowed ? 'on' : 'off'}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('reads and writes nothing of another organization', async () => {
    const before = await stateOf(theirs)
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const { code } = await call(members[role], endpoint, theirs)
      if (code !== 'not-found') wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
    expect(await stateOf(theirs)).toBe(before)
  })

  test('cannot reach another organization’s records through their own', async () => {
    for (const permission of everythingFor(role)) if (role !== 'owner') await rulesOf(permission, role, true)
    const before = await stateOf(theirs)
    const wrong: string[] = []
    const throughOurs = { ...theirs, organization: ours.organization }
    for (const endpoint of endpoints.filter(
      (one) => isForMembers(one) && /\{(?!organization|event|kind)/.test(one.path),
    )) {
      const { code } = await call(members[role], endpoint, throughOurs)
      // Some permissions can be granted to some roles only.
      const isRefused = endpoint.byRecord && isOthersRecord(role, endpoint, code)
      if (!isRefused && code !== (admits(endpoint, role, everythingFor(role)) ? 'not-found' : 'not-permitted')) {
        wrong.push(`${endpoint.id}: ${code}`)
      }
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

  test('gets 404 for staff operations', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === 'staff')) {
      expect(await call(members[role], endpoint, ours)).toEqual({ status: 404, code: 'not-found' })
    }
  })
})

test('staff may use staff operations and cannot read or write organizations otherwise', async () => {
  for (const endpoint of endpoints.filter(({ access }) => access === 'staff')) {
    const { code } = await rollBack(() => call(staff, endpoint, ours))
    // Refused by the state of the request, after the access check.
    expect([endpoint.id, code === 'move-not-possible' ? 'ok' : code]).toEqual([endpoint.id, 'ok'])
  }
  const before = await stateOf(ours)
  for (const endpoint of endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(staff, endpoint, ours)).code]).toEqual([endpoint.id, 'not-found'])
  }
  expect(await stateOf(ours)).toBe(before)
})

test.each([
  ['without a second factor', 'update users set second_factor = false where id = $1', 'second-factor-required'],
  [
    'who logged in before they were staff',
    "update users set staff_since = '2100-01-01' where id = $1",
    'sign-in-required',
  ],
])('staff %s may not use staff operations', async (_who, change, code) => {
  const outside = await people.registerStaff()
  await everything.owner.query(change, [outside.id])
  for (const endpoint of endpoints.filter(({ access }) => access === 'staff')) {
    expect([endpoint.id, (await call(outside, endpoint, ours)).code]).toEqual([endpoint.id, code])
  }
})

describe('without a second factor', () => {
  const guarded: unknown[] = ['money.edit', 'data.export', 'activity.verify', 'permissions.edit', 'ownership.hand-over']
  // Open to everyone who edits deals, but these samples have amounts.
  const withAmounts = ['addDeal', 'addAgreement']
  const isGuarded = ({ id, secondFactor }: Endpoint) => secondFactor || withAmounts.includes(id)

  beforeEach(async () => {
    for (const role of allRoles) await people.assumeSecondFactor(members[role], false)
  })

  test('the OpenAPI document marks operations that need one', () => {
    const wrong = endpoints.filter(
      ({ access, alsoNeeds, secondFactor }) =>
        secondFactor !== [access, ...alsoNeeds].some((needed) => guarded.includes(needed)),
    )
    expect(wrong).toEqual([])
  })

  test('an owner may do everything except guarded operations', async () => {
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(isForMembers)) {
      const { code } = await rollBack(() => call(members.owner, endpoint, ours))
      if (isGuarded(endpoint) !== (code === 'second-factor-required')) wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('other roles get second-factor-required only with the permission', async () => {
    const wrong: string[] = []
    for (const role of allRoles.filter((one) => one !== 'owner')) {
      for (const endpoint of endpoints.filter((one) => isForMembers(one) && isGuarded(one))) {
        const { code } = await call(members[role], endpoint, ours)
        const expected = admits(endpoint, role, permissionsOf(role, [])) ? 'second-factor-required' : 'not-permitted'
        if (code !== expected) wrong.push(`${endpoint.id} as ${role}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('no operation needs one in a sample organization', async () => {
    await everything.owner.query('update organizations set sample = true where id = $1', [ours.organization])
    for (const endpoint of endpoints.filter((one) => isForMembers(one) && isGuarded(one))) {
      const { code } = await rollBack(() => call(members.owner, endpoint, ours))
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'second-factor-required'])
    }
  })
})

test('a removed member loses access at once', async () => {
  const removed = await members.owner.ask(
    'DELETE',
    `/api/organizations/${ours.organization}/people/${members.agent.id}`,
  )
  expect(removed.statusCode).toBe(204)
  for (const endpoint of endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(members.agent, endpoint, ours)).code]).toEqual([endpoint.id, 'not-found'])
  }
})
