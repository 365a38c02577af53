import type { ListPage } from '@sherpa/contracts/list'
import type { Member, MembersQuery, OpenInvitation, OpenInvitationsQuery, Role } from '@sherpa/contracts/organization'
import type { Organization } from '@sherpa/contracts/organization-settings'
import { type NotNull, sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { countOf } from '../../persistence/lists/totals.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

export type People = ReturnType<typeof createPeopleService>

/** Lists of members and open invitations. */
export function createPeopleService(database: Database) {
  return {
    async members(organization: string, { role, ...paging }: MembersQuery): Promise<ListPage<Member>> {
      const page = await listRows(
        database,
        {
          table: 'memberships',
          rows: (source) => selectMembers(organization, source),
          filters: role ? [sql<boolean>`m.role = any(${role}::text[])`] : [],
          sorts: {
            name: { column: 'm.folded', type: 'text' },
            joined: { column: 'm.created_at', type: 'timestamptz' },
          },
          sort: 'name',
          id: { column: 'm.user_id', type: 'uuid' },
          coveringIndex: true,
          search: { column: 'm.folded', indexed: true },
        },
        paging,
      )
      return { ...page, rows: page.rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })) }
    },

    async counts(organization: string): Promise<NonNullable<Organization['people']>> {
      const [members, invitations] = await Promise.all([
        countOf(database, selectMembers(organization, sql.raw('memberships'))),
        countOf(database, selectInvitations(organization, sql.raw('invitations'))),
      ])
      return { members, invitations }
    },

    async openInvitations(
      organization: string,
      { role, ...paging }: OpenInvitationsQuery,
    ): Promise<ListPage<OpenInvitation>> {
      const page = await listRows(
        database,
        {
          table: 'invitations',
          rows: (source) => selectInvitations(organization, source, role),
          sorts: { sent: { column: 'i.sent_at', type: 'timestamptz' } },
          sort: '-sent',
          id: { column: 'i.id', type: 'uuid' },
          search: { column: 'i.folded' },
        },
        paging,
      )
      return {
        ...page,
        rows: page.rows.map((row) => ({
          ...row,
          sentAt: row.sentAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        })),
      }
    },
  }
}

function selectMembers(organization: string, source: Source<'memberships'>) {
  return (
    query
      .selectFrom(source.as('m'))
      .leftJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select(['m.user_id as id', 'u.name', 'u.email', 'm.role', 'm.created_at as joinedAt'])
      .where('m.organization_id', '=', organization)
      // Only deleted accounts have no address, and deletion ends all memberships.
      .$narrowType<{ name: NotNull; email: NotNull }>()
  )
}

function selectInvitations(organization: string, source: Source<'invitations'>, roles?: Role[]) {
  const invitations = query
    .selectFrom(source.as('i'))
    .select(['i.id', 'i.email', 'i.role', 'i.sent_at as sentAt', 'i.expires_at as expiresAt'])
    .where('i.organization_id', '=', organization)
    .where('i.expires_at', '>', sql<Date>`now()`)
  return roles ? invitations.where('i.role', 'in', roles) : invitations
}
