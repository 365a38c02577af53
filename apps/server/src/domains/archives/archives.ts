import type { IdentityProof } from '@sherpa/contracts/account'
import { ARCHIVE_DAYS, type Archive } from '@sherpa/contracts/archive'
import { archiveOperations } from '@sherpa/contracts/archive-operations'
import { Refusal } from '@sherpa/contracts/problem'
import { type InferResult, sql } from 'kysely'
import { z } from 'zod'
import type { FileAddresses } from '../../files/file-addresses.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import { type Admitted, type ConfirmIdentity, type Member, type Person, refusalFor } from '../../http/access.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Database, inOrganization, inTransaction } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, notifyOwners } from '../organizations/organizations.ts'

/** Defined apart from its handler, so that requesting needs fewer imports. */
export const archiveJob = {
  name: 'prepare-archive',
  data: z.object({ organization: z.uuid(), archive: z.uuid() }),
}

/** Without a heartbeat for this long, an archive counts as failed. */
const HEARTBEAT_TIMEOUT = '30 minutes'

type Parts = {
  database: Database
  clock: () => Date
  files: Pick<StoredFiles, 'read'>
  addresses: FileAddresses
  admitSession: (session: string, organization: string) => Promise<Pick<Admitted, 'member'> | undefined>
  confirmIdentity: ConfirmIdentity
  onMail: () => void
}
type Caller = { person: Person; member: Member }

/** Exports of all data of an organization. */
export function createArchiveService({
  database,
  clock,
  files,
  addresses,
  admitSession,
  confirmIdentity,
  onMail,
}: Parts) {
  return {
    async list({ member }: Caller) {
      const rows = await rowsOf(database, archiveRows(member.organization).orderBy('a.requested_at', 'desc'))
      return { archives: rows.map(toArchive) }
    },

    async request({ person, member }: Caller, proof: IdentityProof): Promise<Archive> {
      await confirmIdentity(person, proof)
      const { organization } = member
      const id = newId()
      const requested = await inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const preparing = archiveRows(organization)
          .where('a.state', '=', 'preparing')
          .where('a.heartbeat_at', '>', sql<Date>`now() - ${HEARTBEAT_TIMEOUT}::interval`)
        if (await rowOf(client, preparing)) throw new Refusal('archive-under-way')
        const row = { organization_id: organization, id, state: 'preparing', requested_by: person.id } as const
        await run(client, query.insertInto('archives').values(row))
        await enqueue(client, archiveJob, { organization, archive: id }, { key: id })
        await recordEvent(client, { event: 'archive-requested', actor: person.id, organization })
        await notifyOwners(client, { organization, by: person, action: 'archive-requested', at: clock() })
        return rowOf(client, archiveRows(organization).where('a.id', '=', id))
      })
      onMail()
      if (!requested) throw new Error('An archive was not written down.')
      return toArchive(requested)
    },

    async issueAddress({ person, member }: Caller, id: string) {
      const { organization } = member
      await requireReady(organization, id)
      await recordEvent(database, { event: 'archive-downloaded', actor: person.id, organization })
      return addresses.issue({ organization, session: person.sessionId, version: id }, '/archives/content')
    },

    /** Checks the session's permissions again: they may have changed since the address was issued. */
    async openContent(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { access, alsoNeeds } = archiveOperations.archiveAddress
      const { member } = (await admitSession(session, organization)) ?? {}
      if (!member || refusalFor(member, [access, ...alsoNeeds])) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const { key, size } = await requireReady(organization, version)
        return { size, bytes: await files.read(organization, key) }
      })
    },
  }

  async function requireReady(organization: string, id: string) {
    const found = await rowOf(
      database,
      query
        .selectFrom('archives')
        .select(['storage_key as key', sql<number>`size::double precision`.as('size')])
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .where('expires_at', '>', clock()),
    )
    if (!found?.key) throw new Refusal('not-found')
    return { key: found.key, size: found.size }
  }
}
export type Archives = ReturnType<typeof createArchiveService>

export const computeExpiry = (now: Date) => new Date(now.getTime() + ARCHIVE_DAYS * 86_400_000)

function archiveRows(organization: string) {
  return query
    .selectFrom('archives as a')
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'a.requested_by').on('u.deleted_at', 'is', null))
    .select(['a.id', 'a.state', 'a.requested_at', 'a.requested_by', 'u.name as requesterName', 'a.expires_at'])
    .select(['a.done_rows as doneRows', 'a.total_rows as totalRows'])
    .select([
      sql<number | null>`a.size::double precision`.as('size'),
      sql<boolean>`a.heartbeat_at <= now() - ${HEARTBEAT_TIMEOUT}::interval`.as('isStalled'),
    ])
    .where('a.organization_id', '=', organization)
}

type Row = InferResult<ReturnType<typeof archiveRows>>[number]

function toArchive({ requested_at, requested_by, requesterName, expires_at, state, isStalled, ...row }: Row): Archive {
  return {
    ...row,
    state: state === 'preparing' && isStalled ? 'failed' : state,
    requestedAt: requested_at.toISOString(),
    requestedBy: requested_by && requesterName ? { id: requested_by, name: requesterName } : null,
    expiresAt: expires_at?.toISOString() ?? null,
  }
}
