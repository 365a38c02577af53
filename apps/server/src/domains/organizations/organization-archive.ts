import { sql } from 'kysely'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

const needs = 'people.view'

export const organizationExportParts: ArchivePart[] = [
  {
    name: 'organization',
    about: 'Name and type of your organization.',
    needs,
    rows: (organization) =>
      sql`select id, name, kind, created_at as "createdAt" from organizations where id = ${organization}`.compile(
        query,
      ),
  },
  {
    name: 'members',
    about: 'Your members and their roles.',
    needs,
    rows: (organization) =>
      sql`select u.id, u.name, u.email, m.role, m.created_at as "joinedAt" from memberships m join ${publicUsers} u on u.id = m.user_id
        where m.organization_id = ${organization} order by m.folded`.compile(query),
  },
  {
    name: 'invitations',
    about: 'Open invitations.',
    needs,
    rows: (organization) =>
      sql`select i.id, i.email, i.role, i.athlete_id as "athleteId", u.name as "invitedBy", i.sent_at as "sentAt",
        i.expires_at as "expiresAt" from invitations i
        left join ${publicUsers} u on u.id = i.invited_by and u.deleted_at is null
        where i.organization_id = ${organization} order by i.sent_at`.compile(query),
  },
  {
    name: 'permissions',
    about: 'Your changes to the default permissions.',
    needs,
    rows: (organization) =>
      sql`select role, permission, allowed from permission_settings where organization_id = ${organization}`.compile(
        query,
      ),
  },
]
