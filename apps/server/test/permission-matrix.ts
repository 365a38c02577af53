import { isGrantable, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { beforeAll } from 'vitest'
import { tenantTables } from '../src/persistence/tenant-catalog.ts'
import { type Endpoint, makeWorld, type World } from './every-endpoint.ts'
import type { Someone } from './people.ts'
import { sweepForTests } from './sweep.ts'

/** Every endpoint × roles × own and foreign organization. */
export function permissionMatrix() {
  const { sweep, members, rollBack } = sweepForTests()
  const theirs = {} as World
  /** Recovery codes as they were made: an operation that refuses afterwards has spent one. */
  let recoveryCodes: { user_id: string; backup_codes: string }[]

  beforeAll(async () => {
    const { owner, people, samples, staff } = sweep
    recoveryCodes = (await owner.query('select user_id, backup_codes from second_factors')).rows
    const stranger = await people.register()
    const belong = [{ id: stranger.id, role: 'owner' as const }]
    Object.assign(theirs, await makeWorld(owner, samples, { person: stranger, staff, belong }))
  })

  async function call(someone: Someone, endpoint: Endpoint, world: World) {
    const made = recoveryCodes.find(({ user_id }) => user_id === someone.id)
    if (made) {
      const codes = [made.user_id, made.backup_codes]
      await sweep.owner.query('update second_factors set backup_codes = $2 where user_id = $1', codes)
    }
    const { status, code } = await sweep.caller.call(someone, endpoint, world)
    return { status, code }
  }

  const rulesOf = (permission: Permission, role: Role, allowed: boolean) =>
    sweep.owner.query('insert into permission_settings values ($1, $2, $3, $4)', [
      sweep.world.organization,
      role,
      permission,
      allowed,
    ])

  /** Snapshot of all rows of an organization, to detect changes. */
  async function stateOf({ organization }: World) {
    const { owner } = sweep
    const tables = await tenantTables(owner)
    const rows = await Promise.all(
      tables.map(({ table, column }) =>
        owner.query(`select to_jsonb(t) as row from ${table} t where ${column} = $1 order by 1`, [organization]),
      ),
    )
    return JSON.stringify(rows.map((result) => result.rows))
  }

  /** Describes an operation that the role may use without the permission, or may not use despite it. */
  async function findWrongAccess(role: Role, endpoint: Endpoint): Promise<string[]> {
    const { code } = await rollBack(() => call(members[role], endpoint, sweep.world))
    const isAdmitted = admittedCodes.includes(code) || isOthersRecord(role, endpoint, code)
    const isRefused = code === 'not-permitted' || (endpoint.byRecord && isOthersRecord(role, endpoint, code))
    const may = admits(endpoint, role, permissionsOf(role, []))
    return (may ? isAdmitted : isRefused) ? [] : [`${endpoint.id} as ${role}: ${code}`]
  }

  /** Operations of another organization that answer the role. */
  async function findForeignAccess(role: Role): Promise<string[]> {
    const before = await stateOf(theirs)
    const wrong: string[] = []
    for (const endpoint of sweep.endpoints.filter(isForMembers)) {
      const { code } = await call(members[role], endpoint, theirs)
      if (code !== 'not-found') wrong.push(`${endpoint.id}: ${code}`)
    }
    return (await stateOf(theirs)) === before ? wrong : [...wrong, 'Rows of the other organization have changed']
  }

  /** Operations of the own organization that reach records of another one. */
  async function findForeignRecords(role: Role): Promise<string[]> {
    for (const permission of everythingFor(role)) if (role !== 'owner') await rulesOf(permission, role, true)
    const before = await stateOf(theirs)
    const wrong: string[] = []
    const throughOurs = { ...theirs, organization: sweep.world.organization }
    for (const endpoint of sweep.endpoints.filter(
      (one) => isForMembers(one) && /\{(?!organization|event|kind)/.test(one.path),
    )) {
      const { code } = await call(members[role], endpoint, throughOurs)
      // Some permissions can be granted to some roles only.
      const isRefused = endpoint.byRecord && isOthersRecord(role, endpoint, code)
      if (!isRefused && code !== (admits(endpoint, role, everythingFor(role)) ? 'not-found' : 'not-permitted')) {
        wrong.push(`${endpoint.id}: ${code}`)
      }
    }
    const handOver = sweep.endpoints.find(({ id }) => id === 'handOverOwnership') as Endpoint
    const { code } = await call(members[role], handOver, throughOurs)
    if (code === 'ok') wrong.push('handOverOwnership to a stranger')
    return (await stateOf(theirs)) === before ? wrong : [...wrong, 'Rows of the other organization have changed']
  }

  return {
    sweep,
    members,
    theirs,
    rollBack,
    call,
    rulesOf,
    stateOf,
    findWrongAccess,
    findForeignAccess,
    findForeignRecords,
  }
}

/** Refusals by business rules come after the access check, so they count as admitted. */
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

/** Members pass the access check, but get 404 for tasks whose record they do not see, questions of others and reports of athletes; athletes,
 * for records of others, and without a record of their own.
 */
export const isOthersRecord = (role: Role, { path }: Endpoint, code: string) =>
  code === 'not-found' &&
  (/\{task\}|\{search\}|\{reportedDeal\}\/file/.test(path) ||
    (role === 'athlete' &&
      /\{(athlete|company|deal|deliverable|payment|disclosure|view)\}|\/reported-deals$/.test(path)))
export const admits = ({ id, access, alsoNeeds, notForAthletes }: Endpoint, role: Role, permissions: Permission[]) =>
  !(notForAthletes && role === 'athlete') &&
  // Athletes read their own reports without the permission.
  (access === 'member' ||
    (id === 'reportedDeals' && role === 'athlete') ||
    permissions.includes(access as Permission)) &&
  alsoNeeds.every((needed) => permissions.includes(needed))
export const isForMembers = ({ access }: Pick<Endpoint, 'access'>) => !['anyone', 'person', 'staff'].includes(access)

/** Every permission that can be granted to a role. */
const everythingFor = (role: Role) =>
  permissionsOf('owner', []).filter((permission) => role === 'owner' || isGrantable(role, permission))
