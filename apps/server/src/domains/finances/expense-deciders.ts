import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { isMemberSeeing } from '../athletes/athletes.ts'
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
