import { allRoles, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOfSql } from '../../persistence/queries.ts'
import { isVisibleAthlete, publicViewers, seesAllAthletes } from '../athletes/athletes.ts'
import { publicMemberships, settingsOf } from '../organizations/organizations.ts'
import type { Viewer } from './finance-access.ts'

/** Roles that may decide expenses: all of them, or those of assigned athletes. */
export type DecidingRoles = { all: Role[]; assigned: Role[] }

const requiredPermissions = ['money.edit', 'money.view', 'deals.view'] as const

export async function loadDecidingRoles(client: Queryable, organization: string): Promise<DecidingRoles> {
  const settings = await settingsOf(client, organization)
  const eligible = allRoles
    .filter((role) => role !== 'athlete')
    .map((role) => ({ role, permissions: permissionsOf(role, settings) }))
    .filter(({ permissions }) => requiredPermissions.every((permission) => permissions.includes(permission)))
  const filterRoles = (seesAll: boolean) =>
    eligible.filter(({ permissions }) => permissions.includes('athletes.all') === seesAll).map(({ role }) => role)
  return { all: filterRoles(true), assigned: filterRoles(false) }
}

/** Subquery for `expenses e`: the members who may decide it. */
export function selectDeciders({ all, assigned }: DecidingRoles): RawBuilder<{ user_id: string }> {
  return sql`select m.user_id from ${publicMemberships} m where m.organization_id = e.organization_id
    and (m.role = any(${all}::text[]) or (m.role = any(${assigned}::text[]) and exists (select from ${publicViewers} x
      where x.organization_id = m.organization_id and x.user_id = m.user_id and x.athlete_id = e.athlete_id)))`
}

/** Condition on `expenses e`: the viewer may decide it. An own expense only if no one else may. */
export function mayViewerDecide({ person, member }: Viewer, roles: DecidingRoles): RawBuilder<boolean> {
  if (!requiredPermissions.every((permission) => member.permissions.includes(permission))) return sql`false`
  return sql`(e.state = 'waiting' and (e.added_by is distinct from ${person.id}
    or not exists (${selectDeciders(roles)} and m.user_id <> ${person.id})))`
}

/** Waiting expenses that nobody but this person and the submitter can decide, as far as the viewer sees them. */
export async function countSoleExpenses(client: Queryable, viewer: Viewer, person: string): Promise<number> {
  const { organization, permissions } = viewer.member
  if (!requiredPermissions.every((permission) => permissions.includes(permission))) return 0
  const deciders = selectDeciders(await loadDecidingRoles(client, organization))
  const seen = seesAllAthletes(viewer) ? sql`true` : isVisibleAthlete(viewer, sql.ref('e.athlete_id'))
  const [row] = await rowsOfSql(
    client,
    sql<{ count: number }>`select count(*)::integer as count from expenses e where e.organization_id = ${organization}
      and e.state = 'waiting' and e.added_by is distinct from ${person} and ${seen} and exists (${deciders} and m.user_id = ${person})
      and not exists (${deciders} and m.user_id <> ${person} and m.user_id is distinct from e.added_by)`,
  )
  return row?.count ?? 0
}
