import type { AthleteFact } from '@sherpa/contracts/athlete'
import { sensitiveFacts } from '@sherpa/contracts/athlete'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import type { RolesByScope } from '../organizations/organizations.ts'

/** The caller, whose scope and permissions limit every query. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Author of a change: a member, or an outsider such as a guardian. */
export type Author = { person: Pick<Person, 'id'>; member: Pick<Member, 'organization'> }

/** Athletes see themselves; other roles all or assigned athletes. */
function getScope({ role, permissions }: Member): 'all' | 'assigned' | 'own' {
  if (role === 'athlete') return 'own'
  return permissions.includes('athletes.all') ? 'all' : 'assigned'
}

export function seesOnlyThemselves({ member }: Viewer) {
  return getScope(member) === 'own'
}

export function seesAll({ member }: Viewer) {
  return getScope(member) === 'all'
}

/** SQL condition on athletes `a`: visible to the viewer. */
export function seenBy({ person, member }: Viewer): RawBuilder<boolean> {
  const scope = getScope(member)
  if (scope === 'own') return sql`a.user_id = ${person.id}`
  if (scope === 'all') return sql`true`
  return isOwnAthlete({ person, member }, sql.ref('a.id'))
}

/** Condition on a column with an athlete id: assigned to the viewer, or in one of the viewer's programs today. */
export function isOwnAthlete({ person, member }: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${column} = any(array(select athlete_id from athlete_viewers where organization_id = ${member.organization}
    and user_id = ${person.id}))`
}

/**
 * The same on athletes `a`, checked row by row during a scan in order. Faster than collecting the ids if there are many.
 * `offset 0` keeps PostgreSQL from collecting them anyway.
 */
export function isOwnAthleteInScan({ person, member: { organization } }: Viewer): RawBuilder<boolean> {
  const mine = sql`current_program_members where organization_id = ${organization} and user_id = ${person.id}`
  const today = sql`(select today from ${mine} limit 1)`
  return sql`(exists (select from program_athletes x where x.organization_id = a.organization_id and x.athlete_id = a.id
      and x.program_id = any(array(select program_id from ${mine})) and x.starts_on <= ${today}
      and (x.ends_on is null or x.ends_on >= ${today}) offset 0)
    or exists (select from athlete_assignments s where s.organization_id = a.organization_id and s.athlete_id = a.id
      and s.user_id = ${person.id} offset 0))`
}

/** Ids of the viewer's own athletes, some of them twice. */
export function selectOwnAthletes({ person, member }: Viewer): RawBuilder<{ id: string }> {
  return sql`select athlete_id as id from athlete_viewers where organization_id = ${member.organization}
    and user_id = ${person.id}`
}

/**
 * Members who see an athlete with scope "assigned". Direct assignments alone decide who manages an athlete and who is
 * responsible.
 */
export const publicViewers = sql<{
  organization_id: string
  athlete_id: string
  user_id: string
}>`(select organization_id,
  athlete_id, user_id from athlete_viewers)`

/** Condition on memberships `m`: a role with all athletes, or a member who sees the athlete. */
export function isMemberSeeing({ all, assigned }: RolesByScope, athlete: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(m.role = any(${all}::text[]) or (m.role = any(${assigned}::text[]) and exists (select from athlete_viewers x
    where x.organization_id = m.organization_id and x.user_id = m.user_id and x.athlete_id = ${athlete})))`
}

export async function viewersOf(client: Queryable, organization: string, athlete: string): Promise<string[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom(publicViewers.as('v'))
      .select('v.user_id')
      .where('v.organization_id', '=', organization)
      .where('v.athlete_id', '=', athlete),
  )
  return rows.map(({ user_id }) => user_id)
}

export function may({ member }: Viewer, permission: Permission) {
  return member.permissions.includes(permission)
}

/** Birth date, contacts, eligibility. Athletes see their own. */
export function seesSensitive(viewer: Viewer) {
  return seesOnlyThemselves(viewer) || may(viewer, 'athletes.sensitive')
}

/** Hidden fields cannot be written. */
export function requireMayWrite(viewer: Viewer, facts: readonly string[]) {
  if (seesSensitive(viewer)) return
  const hidden = facts.filter((fact) => sensitiveFacts.has(fact as AthleteFact))
  if (hidden.length === 0) return
  const message = 'You don’t have permission to change this'
  throw new Refusal('invalid-fields', { errors: hidden.map((field) => ({ field, message })) })
}

/**
 * `for update` also blocks new references. A rename must not use it: its trigger locks deals, and a booking that holds
 * one of them references the athlete next, which would deadlock.
 */
export async function lockAthlete(client: Queryable, viewer: Viewer, id: string, lock?: 'for update') {
  const statement = query
    .selectFrom('athletes as a')
    .selectAll()
    .where('a.organization_id', '=', viewer.member.organization)
    .where('a.id', '=', id)
    .where('a.removed_at', 'is', null)
    .where(seenBy(viewer))
  const athlete = await rowOf(client, lock ? statement.forUpdate() : statement.forNoKeyUpdate())
  if (!athlete) throw new Refusal('not-found')
  return athlete
}
export type LockedAthlete = Awaited<ReturnType<typeof lockAthlete>>

export async function requireVisible(database: Queryable, viewer: Viewer, id: string) {
  const [seen] = await seenAmong(database, viewer, [id])
  if (!seen) throw new Refusal('not-found')
}

/** Filters ids by visibility. */
export async function seenAmong(database: Queryable, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('athletes as a')
      .select('a.id')
      .where('a.organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
      .where('a.removed_at', 'is', null)
      .where(seenBy(viewer)),
  )
  return rows.map(({ id }) => id)
}
