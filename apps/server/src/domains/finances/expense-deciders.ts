import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { isMemberSeeing, isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { loadRolesWith, publicMemberships, type RolesByScope } from '../organizations/organizations.ts'
import type { Viewer } from './finance-access.ts'

const requiredPermissions = ['money.edit', 'money.view', 'deals.view'] as const

/** Roles that may decide expenses. */
export function loadDecidingRoles(client: Queryable, organization: string): Promise<RolesByScope> {
  return loadRolesWith(client, organization, requiredPermissions)
}

/** Subquery for `expenses e`: the members who may decide it. */
export function selectDeciders(roles: RolesByScope): RawBuilder<{ user_id: string }> {
  return sql`select m.user_id from ${publicMemberships} m where m.organization_id = e.organization_id
    and ${isMemberSeeing(roles, sql.ref('e.athlete_id'))}`
}

/** Condition on `expenses e`: the viewer may decide it. An own expense only if no one else may. */
export function mayViewerDecide({ person, member }: Viewer, roles: RolesByScope): RawBuilder<boolean> {
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
  const [row] = await rowsOf(
    client,
    sql<{ count: number }>`select count(*)::integer as count from expenses e where e.organization_id = ${organization}
      and e.state = 'waiting' and e.added_by is distinct from ${person} and ${seen} and exists (${deciders} and m.user_id = ${person})
      and not exists (${deciders} and m.user_id <> ${person} and m.user_id is distinct from e.added_by)`,
  )
  return row?.count ?? 0
}
