import { allRoles, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { assignmentFacts } from '../athletes/athletes.ts'
import { memberFacts, settingsOf } from '../organizations/organizations.ts'
import type { Viewer } from './finance-access.ts'

/** Roles whose people can decide about expenses: about all of them, or about those of athletes that they look after. */
export type DecidingRoles = { all: Role[]; assigned: Role[] }

const needed = ['money.edit', 'money.view', 'deals.view'] as const

export async function decidingRoles(client: Queryable, organization: string): Promise<DecidingRoles> {
  const settings = await settingsOf(client, organization)
  const able = allRoles
    .filter((role) => role !== 'athlete')
    .map((role) => ({ role, permissions: permissionsOf(role, settings) }))
    .filter(({ permissions }) => needed.every((permission) => permissions.includes(permission)))
  const rolesWhere = (seesAll: boolean) =>
    able.filter(({ permissions }) => permissions.includes('athletes.all') === seesAll).map(({ role }) => role)
  return { all: rolesWhere(true), assigned: rolesWhere(false) }
}

/** For the table of expenses, called `e`: the members who can decide about one, whoever added it. */
export function decidersOfExpense({ all, assigned }: DecidingRoles): RawBuilder<{ user_id: string }> {
  return sql`select m.user_id from ${memberFacts} m where m.organization_id = e.organization_id
    and (m.role = any(${all}::text[]) or (m.role = any(${assigned}::text[]) and exists (select from ${assignmentFacts} x
      where x.organization_id = m.organization_id and x.user_id = m.user_id and x.athlete_id = e.athlete_id)))`
}

/** For the same table: whether an expense that waits is for the viewer to decide. One's own only is where nobody else could. */
export function isForViewer({ person, member }: Viewer, roles: DecidingRoles): RawBuilder<boolean> {
  if (!needed.every((permission) => member.permissions.includes(permission))) return sql`false`
  return sql`(e.state = 'waiting' and (e.added_by is distinct from ${person.id}
    or not exists (${decidersOfExpense(roles)} and m.user_id <> ${person.id})))`
}
