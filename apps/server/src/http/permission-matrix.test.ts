import { allRoles, permissionsOf } from '@sherpa/contracts/organization'
import { beforeEach, describe, expect, test } from 'vitest'
import { allOperations } from '../../test/all-operations.ts'
import type { Endpoint } from '../../test/every-endpoint.ts'
import { admits, isForMembers, permissionMatrix } from '../../test/permission-matrix.ts'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import { type Database, inOrganization } from '../persistence/database.ts'

/*
 * Every endpoint as one role with and one role without its permissions, in the own and a foreign organization. Tables come
 * from the catalog: a table without a rule or an endpoint without a sample fails. `permission-matrix-roles` has every role.
 */

const { sweep, members, rollBack, call, stateOf, findWrongAccess, findForeignAccess, findForeignRecords } =
  permissionMatrix()

test('the app uses the serving role and tenant context', async () => {
  const { owner, serving } = sweep
  const seen = async (database: Database) => (await database.query('select id from organizations')).rowCount
  expect(
    await Promise.all([seen(owner), seen(serving), inOrganization(sweep.world.organization, () => seen(serving))]),
  ).toEqual([2, 0, 1])
  await expect(rollBack(() => serving.query('create table x (id int)'))).rejects.toMatchObject({ code: '42501' })
})

test('the OpenAPI document has endpoints of each kind of access', () => {
  const accesses = new Set(sweep.endpoints.map(({ access }) => access))
  for (const access of ['anyone', 'person', 'member', 'staff', 'people.invite', 'billing.manage']) {
    expect(accesses).toContain(access)
  }
})

test('every protected endpoint has a request sample', () => {
  const where = 'to <domain>.samples.ts in its folder of apps/server/src/domains'
  const lacking = sweep.endpoints
    .filter(({ access }) => access !== 'anyone')
    .flatMap(({ id, path, hasBody }) => [
      ...(hasBody && !sweep.caller.bodies[id]
        ? [`${id} takes a body: add a sample of it, under \`sweep.caller.bodies\`, ${where}.`]
        : []),
      ...[...path.matchAll(/\{(\w+)\}/g)]
        .filter(([, name = '']) => !(name in sweep.world || name in sweep.world.parameters))
        .map(([, name]) => `${id} takes a parameter “${name}”: add one, under \`parameters\`, ${where}.`),
    ])
  const unknown = Object.keys(sweep.caller.bodies)
    .filter((name) => !sweep.endpoints.some(({ id, hasBody }) => id === name && hasBody))
    .map((name) => `${name} takes no body: remove its sample.`)
  expect([...lacking, ...unknown]).toEqual([])
})

test('changes need more than permissions to view, except these, which have rules of their own', async () => {
  const changing = (await allOperations()).filter(({ access, changes }) => changes && isForMembers({ access }))
  const viewing = changing.filter(({ access, alsoNeeds = [] }) =>
    [access, alsoNeeds].flat().every((needed) => needed === 'member' || needed.endsWith('.view')),
  )
  expect(viewing.map(({ name }) => name).sort()).toEqual([
    'addLicense',
    'addLicenseFile',
    'addReportFile',
    'addTask',
    'allowConflict',
    'answerVerdict',
    'changeLicense',
    'changeNotificationSettings',
    'changeOwnContactData',
    'changeTask',
    'changeView',
    'completeTask',
    'decideDeal',
    'decideReport',
    'deleteView',
    'forgetSearch',
    'forgetSearches',
    'openRuleNews',
    'pinView',
    'proveDeliverable',
    'proveDeliverableByFile',
    'readNotifications',
    'recordSearch',
    'removeLicense',
    'removeTask',
    'reopenTask',
    'reportDeal',
    'saveView',
    'signDeal',
    'unpinView',
    'unwatchView',
    'watchView',
  ])
})

test('signed-out callers reach public endpoints only', async () => {
  const wrong: string[] = []
  for (const endpoint of sweep.endpoints.filter(({ access }) => access !== 'anyone')) {
    const { code } = await call(sweep.people.visitor(), endpoint, sweep.world)
    if (code !== 'sign-in-required') wrong.push(`${endpoint.id}: ${code}`)
  }
  expect(wrong).toEqual([])
})

/** By number of permissions. Athletes get 404 for most records. */
const colleagues = allRoles
  .filter((role) => role !== 'athlete')
  .sort((a, b) => permissionsOf(a, []).length - permissionsOf(b, []).length)

test('the least permitted role that may use an operation can, the most permitted one that may not cannot', {
  timeout: SWEEP_TIMEOUT,
}, async () => {
  const wrong: string[] = []
  for (const endpoint of sweep.endpoints.filter(isForMembers)) {
    const isAdmitted = (role: (typeof colleagues)[number]) => admits(endpoint, role, permissionsOf(role, []))
    for (const role of [colleagues.find(isAdmitted), colleagues.findLast((one) => !isAdmitted(one))]) {
      if (role) wrong.push(...(await findWrongAccess(role, endpoint)))
    }
  }
  expect(wrong).toEqual([])
})

test('an owner reads and writes nothing of another organization', async () => {
  expect(await findForeignAccess('owner')).toEqual([])
})

test('an owner cannot reach another organization’s records through their own', async () => {
  expect(await findForeignRecords('owner')).toEqual([])
})

test('staff may use staff operations and cannot read or write organizations otherwise', async () => {
  for (const endpoint of sweep.endpoints.filter(({ access }) => access === 'staff')) {
    const { code } = await rollBack(() => call(sweep.staff, endpoint, sweep.world))
    // Refused by the state of the request, after the access check.
    expect([endpoint.id, code === 'move-not-possible' ? 'ok' : code]).toEqual([endpoint.id, 'ok'])
  }
  const before = await stateOf(sweep.world)
  for (const endpoint of sweep.endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(sweep.staff, endpoint, sweep.world)).code]).toEqual([endpoint.id, 'not-found'])
  }
  expect(await stateOf(sweep.world)).toBe(before)
})

test.each([
  ['without a second factor', 'update users set second_factor = false where id = $1', 'second-factor-required'],
  [
    'who logged in before they were staff',
    "update users set staff_since = '2100-01-01' where id = $1",
    'sign-in-required',
  ],
])('staff %s may not use staff operations', async (_who, change, code) => {
  const outside = await sweep.people.registerStaff()
  await sweep.owner.query(change, [outside.id])
  for (const endpoint of sweep.endpoints.filter(({ access }) => access === 'staff')) {
    expect([endpoint.id, (await call(outside, endpoint, sweep.world)).code]).toEqual([endpoint.id, code])
  }
})

describe('without a second factor', () => {
  const guarded: unknown[] = ['money.edit', 'data.export', 'activity.verify', 'permissions.edit', 'ownership.hand-over']
  // Open to everyone who edits deals, but these samples have amounts.
  const withAmounts = ['addDeal', 'addAgreement']
  const isGuarded = ({ id, secondFactor }: Endpoint) => secondFactor || withAmounts.includes(id)

  beforeEach(async () => {
    for (const role of allRoles) await sweep.people.assumeSecondFactor(members[role], false)
  })

  test('the OpenAPI document marks operations that need one', () => {
    const wrong = sweep.endpoints.filter(
      ({ access, alsoNeeds, secondFactor }) =>
        secondFactor !== [access, ...alsoNeeds].some((needed) => guarded.includes(needed)),
    )
    expect(wrong).toEqual([])
  })

  test('an owner may do everything except guarded operations', { timeout: SWEEP_TIMEOUT }, async () => {
    const wrong: string[] = []
    for (const endpoint of sweep.endpoints.filter(isForMembers)) {
      const { code } = await rollBack(() => call(members.owner, endpoint, sweep.world))
      if (isGuarded(endpoint) !== (code === 'second-factor-required')) wrong.push(`${endpoint.id}: ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('other roles get second-factor-required only with the permission', async () => {
    const wrong: string[] = []
    for (const role of allRoles.filter((one) => one !== 'owner')) {
      for (const endpoint of sweep.endpoints.filter((one) => isForMembers(one) && isGuarded(one))) {
        const { code } = await call(members[role], endpoint, sweep.world)
        const expected = admits(endpoint, role, permissionsOf(role, [])) ? 'second-factor-required' : 'not-permitted'
        if (code !== expected) wrong.push(`${endpoint.id} as ${role}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('no operation needs one in a sample organization', async () => {
    await sweep.owner.query('update organizations set sample = true where id = $1', [sweep.world.organization])
    for (const endpoint of sweep.endpoints.filter((one) => isForMembers(one) && isGuarded(one))) {
      const { code } = await rollBack(() => call(members.owner, endpoint, sweep.world))
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'second-factor-required'])
    }
  })
})

test('a removed member loses access at once', async () => {
  const removed = await members.owner.ask(
    'DELETE',
    `/api/organizations/${sweep.world.organization}/people/${members.agent.id}`,
  )
  expect(removed.statusCode).toBe(204)
  for (const endpoint of sweep.endpoints.filter(isForMembers)) {
    expect([endpoint.id, (await call(members.agent, endpoint, sweep.world)).code]).toEqual([endpoint.id, 'not-found'])
  }
})
