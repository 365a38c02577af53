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
import { userFacts } from '../accounts/accounts.ts'
import { noteEvent } from '../audit/audit.ts'
import { lockOrganization, tellOwners } from '../organizations/organizations.ts'

/** What is enqueued; it takes more to do it than to ask for it. */
export const archiveJob = {
  name: 'prepare-archive',
  data: z.object({ organization: z.uuid(), archive: z.uuid() }),
}

/** One that stands still for so long will not be finished. */
const GIVEN_UP_AFTER = '30 minutes'

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

/** Archives of everything that is held of an organization. */
export function archives({ database, clock, files, addresses, admitSession, confirmIdentity, onMail }: Parts) {
  return {
    async all({ member }: Caller) {
      const rows = await rowsOf(database, archiveRows(member.organization).orderBy('a.requested_at', 'desc'))
      return { archives: rows.map(asArchive) }
    },

    async request({ person, member }: Caller, proof: IdentityProof): Promise<Archive> {
      await confirmIdentity(person, proof)
      const { organization } = member
      const id = newId()
      const requested = await inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const underWay = archiveRows(organization)
          .where('a.state', '=', 'preparing')
          .where('a.worked_on_at', '>', sql<Date>`now() - ${GIVEN_UP_AFTER}::interval`)
        if (await rowOf(client, underWay)) throw new Refusal('archive-under-way')
        const row = { organization_id: organization, id, state: 'preparing', requested_by: person.id } as const
        await run(client, query.insertInto('archives').values(row))
        await enqueue(client, archiveJob, { organization, archive: id }, { key: id })
        await noteEvent(client, { event: 'archive-requested', actor: person.id, organization })
        await tellOwners(client, { organization, by: person, action: 'archive-requested', at: clock() })
        return rowOf(client, archiveRows(organization).where('a.id', '=', id))
      })
      onMail()
      if (!requested) throw new Error('An archive was not written down.')
      return asArchive(requested)
    },

    async address({ person, member }: Caller, id: string) {
      const { organization } = member
      await requireReady(organization, id)
      await noteEvent(database, { event: 'archive-downloaded', actor: person.id, organization })
      return addresses.issue({ organization, session: person.sessionId, version: id }, '/api/archives/content')
    },

    /** What an address leads to, if whoever got it may still have it. */
    async content(address: string) {
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
export type Archives = ReturnType<typeof archives>

/** Until when one that is ready now can be downloaded. */
export const expiryAfter = (now: Date) => new Date(now.getTime() + ARCHIVE_DAYS * 86_400_000)

function archiveRows(organization: string) {
  return query
    .selectFrom('archives as a')
    .leftJoin(userFacts.as('u'), (join) => join.onRef('u.id', '=', 'a.requested_by').on('u.deleted_at', 'is', null))
    .select(['a.id', 'a.state', 'a.requested_at', 'a.requested_by', 'u.name as requesterName', 'a.expires_at'])
    .select(['a.done_rows as doneRows', 'a.all_rows as allRows'])
    .select([
      sql<number | null>`a.size::double precision`.as('size'),
      sql<boolean>`a.worked_on_at <= now() - ${GIVEN_UP_AFTER}::interval`.as('stoodStill'),
    ])
    .where('a.organization_id', '=', organization)
}

type Row = InferResult<ReturnType<typeof archiveRows>>[number]

function asArchive({ requested_at, requested_by, requesterName, expires_at, state, stoodStill, ...row }: Row): Archive {
  return {
    ...row,
    state: state === 'preparing' && stoodStill ? 'failed' : state,
    requestedAt: requested_at.toISOString(),
    requestedBy: requested_by && requesterName ? { id: requested_by, name: requesterName } : null,
    expiresAt: expires_at?.toISOString() ?? null,
  }
}
