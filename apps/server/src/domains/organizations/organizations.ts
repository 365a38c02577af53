import type { AccountOrganization } from '@sherpa/contracts/account'
import {
  allRoles,
  type NewOrganization,
  type Organization,
  type People,
  type Permission,
  type PermissionChange,
  type PermissionSetting,
  type PermissionTable,
  permissionsOf,
  type Role,
} from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Member, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'

export type Organizations = ReturnType<typeof organizations>

export function organizations(database: Database) {
  return {
    ofPerson: (person: string) => organizationsOf(database, person),

    async find(id: string): Promise<Organization> {
      const { rows } = await database.query(
        `select id, name, kind, created_at as "createdAt", array(
           select u.name from memberships m join users u on u.id = m.user_id
           where m.organization_id = o.id and m.role = 'owner' order by m.created_at, u.id) as owners
         from organizations o where id = $1`,
        [id],
      )
      return { ...rows[0], createdAt: rows[0].createdAt.toISOString() }
    },

    async edit(client: Queryable, id: string, { name, kind }: NewOrganization) {
      await client.query('update organizations set name = $2, kind = $3 where id = $1', [id, name, kind])
    },

    async people(id: string): Promise<People> {
      const { rows: members } = await database.query(
        `select u.id, u.name, u.email, m.role, m.created_at as "joinedAt" from memberships m join users u on u.id = m.user_id
         where m.organization_id = $1 order by m.created_at, u.id`,
        [id],
      )
      const { rows: invitations } = await database.query(
        `select id, email, role, sent_at as "sentAt", expires_at as "expiresAt" from invitations
         where organization_id = $1 and expires_at > now() order by sent_at, id`,
        [id],
      )
      return {
        members: members.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })),
        invitations: invitations.map((row) => ({
          ...row,
          sentAt: row.sentAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        })),
      }
    },

    async permissionTable(id: string): Promise<PermissionTable> {
      const settings = await settingsOf(database, id)
      return { roles: allRoles.map((role) => ({ role, permissions: permissionsOf(role, settings) })) }
    },

    async setPermission(client: Queryable, id: string, { role, permission, allowed }: PermissionChange) {
      await client.query(
        `insert into permission_settings (organization_id, role, permission, allowed) values ($1, $2, $3, $4)
         on conflict (organization_id, role, permission) do update set allowed = excluded.allowed`,
        [id, role, permission, allowed],
      )
    },
  }
}

export async function settingsOf(database: Queryable, organization: string): Promise<PermissionSetting[]> {
  const { rows } = await database.query(
    'select role, permission, allowed from permission_settings where organization_id = $1',
    [organization],
  )
  return rows
}

/** Where a person belongs, and what they may do there. */
async function organizationsOf(database: Queryable, person: string): Promise<AccountOrganization[]> {
  const { rows } = await database.query({
    name: 'organizations-of',
    text: `select o.id, o.name, o.kind, m.role,
        (select coalesce(json_agg(json_build_object('role', p.role, 'permission', p.permission, 'allowed', p.allowed)), '[]')
         from all_permission_settings p where p.organization_id = o.id and p.role = m.role) as settings
      from all_memberships m join all_organizations o on o.id = m.organization_id
      where m.user_id = $1 order by m.created_at`,
    values: [person],
  })
  return rows.map(({ settings, ...membership }) => ({
    ...membership,
    permissions: permissionsOf(membership.role, settings),
  }))
}

/**
 * Changes to an organization take turns, so that two of them cannot leave it without an owner or over its seats. The lock leaves
 * room for rows that merely refer to the organization.
 */
export async function lockOrganization(client: Queryable, organization: string) {
  await client.query('select from organizations where id = $1 for no key update', [organization])
}

/** Takes the turn, and asks again whether the person may: whoever was before them may have changed that. */
export async function lockFor(
  client: Queryable,
  person: Person,
  organization: string,
  permission?: Permission,
): Promise<Member> {
  await lockOrganization(client, organization)
  const role = await roleOf(client, organization, person.id)
  if (!role) throw new Refusal('not-found')
  const permissions = permissionsOf(role, await settingsOf(client, organization))
  if (permission && !permissions.includes(permission)) throw new Refusal('not-permitted')
  return { organization, role, permissions }
}

export async function roleOf(client: Queryable, organization: string, person: string): Promise<Role | undefined> {
  const { rows } = await client.query('select role from memberships where organization_id = $1 and user_id = $2', [
    organization,
    person,
  ])
  return rows[0]?.role
}
