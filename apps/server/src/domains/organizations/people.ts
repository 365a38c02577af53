import type { ListPage } from '@sherpa/contracts/list'
import type {
  Member,
  MembersQuery,
  OpenInvitation,
  OpenInvitationsQuery,
  Organization,
} from '@sherpa/contracts/organization'
import { type NotNull, sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { listRows, type Source } from '../../persistence/lists.ts'
import { query } from '../../persistence/queries.ts'

const NONE = { count: 0, exact: true }

export type People = ReturnType<typeof people>

/** The lists of members and of invitations. */
export function people(database: Database) {
  return {
    async members(organization: string, { role, ...asked }: MembersQuery): Promise<ListPage<Member>> {
      const rows = (source: Source<'memberships'>) => {
        const members = query
          .selectFrom(source.as('m'))
          .leftJoin('users as u', 'u.id', 'm.user_id')
          .select(['m.user_id as id', 'u.name', 'u.email', 'm.role', 'm.created_at as joinedAt'])
          .where('m.organization_id', '=', organization)
          // Only a deleted account has no address, and whoever deletes theirs leaves everywhere.
          .$narrowType<{ name: NotNull; email: NotNull }>()
        return role ? members.where('m.role', 'in', role) : members
      }
      const page = await listRows(
        database,
        {
          table: 'memberships',
          rows,
          sorts: {
            name: { column: 'm.folded', type: 'text' },
            joined: { column: 'm.created_at', type: 'timestamptz' },
          },
          sort: 'name',
          id: { column: 'm.user_id', type: 'uuid' },
          search: { column: 'm.folded', indexed: true },
        },
        asked,
      )
      return { ...page, rows: page.rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })) }
    },

    async counts(organization: string): Promise<NonNullable<Organization['people']>> {
      const few = { limit: 0 }
      const [{ total: members }, { total: invitations }] = await Promise.all([
        this.members(organization, few),
        this.openInvitations(organization, few),
      ])
      return { members: members ?? NONE, invitations: invitations ?? NONE }
    },

    async openInvitations(
      organization: string,
      { role, ...asked }: OpenInvitationsQuery,
    ): Promise<ListPage<OpenInvitation>> {
      const rows = (source: Source<'invitations'>) => {
        const invitations = query
          .selectFrom(source.as('i'))
          .select(['i.id', 'i.email', 'i.role', 'i.sent_at as sentAt', 'i.expires_at as expiresAt'])
          .where('i.organization_id', '=', organization)
          .where('i.expires_at', '>', sql<Date>`now()`)
        return role ? invitations.where('i.role', 'in', role) : invitations
      }
      const page = await listRows(
        database,
        {
          table: 'invitations',
          rows,
          sorts: { sent: { column: 'i.sent_at', type: 'timestamptz' } },
          sort: '-sent',
          id: { column: 'i.id', type: 'uuid' },
          search: { column: 'i.folded' },
        },
        asked,
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
