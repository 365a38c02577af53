import type { NotificationDetails } from '@sherpa/contracts/notification'
import type { Permission } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isMemberSeeing, publicAssignments } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import { loadRolesWith, publicMemberships, publicOrganizations } from '../organizations/organizations.ts'

type Deal = { lead_id: string | null; athlete_id: string }

/**
 * Finds the responsible members: the lead, else the athlete's managers, else the owners. They need the permission and
 * must be able to read the deal.
 */
export async function findResponsible(
  client: Queryable,
  organization: string,
  { lead_id, athlete_id }: Deal,
  permission: Permission = 'deals.view',
) {
  const members = membersWithOrganization(organization).orderBy('u.id')
  const roles = await loadRolesWith(client, organization, [permission, 'deals.view'])
  const lead = lead_id
    ? await rowsOf(
        client,
        members.where('m.user_id', '=', lead_id).where(isMemberSeeing(roles, sql`${athlete_id}::uuid`)),
      )
    : []
  if (lead.length > 0) return lead
  const isManager = sql<boolean>`m.user_id in (select x.user_id from ${publicAssignments} x
    where x.organization_id = ${organization} and x.athlete_id = ${athlete_id})`
  const managers = await rowsOf(
    client,
    members.where('m.role', 'in', [...roles.all, ...roles.assigned]).where(isManager),
  )
  return managers.length > 0 ? managers : rowsOf(client, members.where('m.role', '=', 'owner'))
}

/** Members `m` with the name of the organization, for mail. */
export function membersWithOrganization(organization: string) {
  return (
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'm.organization_id')
      .select(['u.id', 'u.name', 'u.email', 'o.name as organizationName'])
      .where('m.organization_id', '=', organization)
      // Members always have an email address.
      .$narrowType<{ email: string }>()
  )
}

/** Tells the lead, else whoever is responsible, about a link to the company. */
export async function tellResponsible(
  client: Queryable,
  organization: string,
  deal: Deal & { id: string; title: string },
  reason: NonNullable<NotificationDetails['reason']>,
  permission?: Permission,
) {
  for (const { id } of await findResponsible(client, organization, deal, permission)) {
    const details = { deal: deal.id, title: deal.title, reason }
    await notify(client, { organization, person: id, kind: 'deal-to-check', details })
  }
}

export function findMemberOf(client: Queryable, organization: string, person: string) {
  return rowOf(client, membersWithOrganization(organization).where('m.user_id', '=', person))
}
