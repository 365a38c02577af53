import type { IdentityProof } from '@sherpa/contracts/account'
import { sql } from 'kysely'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { type DependentOn, eraseDependents } from '../../persistence/dependents.ts'
import { query, run } from '../../persistence/queries.ts'
import { forgetAuditValues, recordEvent } from '../audit/audit.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { notifyOwners } from '../organizations/organizations.ts'
import { lockAthlete, type Viewer } from './athlete-access.ts'

type DealsOfErased<Deal> = {
  of: (client: Queryable, organization: string, athletes: readonly string[]) => Promise<readonly Deal[]>
  forget: (client: Queryable, organization: string, deals: readonly Deal[]) => Promise<void>
}

export type EraseParts<Deal> = {
  database: Database
  clock: () => Date
  /** Protects an unattended session. */
  confirmIdentity: ConfirmIdentity
  onAthletes: readonly DependentOn<'athlete'>[]
  /** Erases personal data around the deals. */
  deals: DealsOfErased<Deal>
  eraseInvoiceRecipients: (
    client: Queryable,
    organization: string,
    athletes: readonly string[],
    now: Date,
  ) => Promise<void>
  forgetSearchesNaming: (client: Queryable, organization: string, names: readonly string[]) => Promise<void>
  onMail: () => void
}

/** Anonymizes the row, which ledger and records reference, and deletes the rest. */
export function createAthleteErasureService<Deal>(parts: EraseParts<Deal>) {
  const { database, clock, confirmIdentity, onAthletes, deals, eraseInvoiceRecipients, forgetSearchesNaming, onMail } =
    parts
  return async (viewer: Viewer & { person: Person }, id: string, proof: IdentityProof) => {
    await confirmIdentity(viewer.person, proof)
    const { organization } = viewer.member
    await inTransaction(database, async (client) => {
      await lockAthlete(client, viewer, id, 'for update')
      // Includes records that were merged into this one.
      const { rows } = await client.query<{ id: string; folded: string; names: string[] }>(
        `with recursive same as (select $2::uuid as id union select m.other_id from athlete_merges m join same on same.id = m.athlete_id
           where m.organization_id = $1)
         select a.id, a.folded, array_remove(array[a.given_name, a.family_name, a.preferred_name], null) as names from same join athletes a on a.organization_id = $1 and a.id = same.id`,
        [organization, id],
      )
      const ids = rows.map((row) => row.id)
      const athleteDeals = await deals.of(client, organization, ids)
      await eraseDependents(client, onAthletes, organization, ids)
      await run(
        client,
        query
          .updateTable('athletes')
          .set({
            given_name: '',
            family_name: '',
            preferred_name: null,
            birth_date: null,
            sport: null,
            positions: [],
            school: null,
            class_year: null,
            hometown: null,
            state: null,
            country: null,
            email: null,
            phone: null,
            user_id: null,
            removed_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('organization_id', '=', organization)
          .where(sql<boolean>`id = any(${ids}::uuid[])`),
      )
      await deals.forget(client, organization, athleteDeals)
      await forgetNotifications(client, organization, { athlete: ids })
      await forgetAuditValues(client, ids)
      await eraseInvoiceRecipients(client, organization, ids, clock())
      await forgetSearchesNaming(
        client,
        organization,
        rows.flatMap(({ names }) => names),
      )
      for (const { folded } of rows) await client.query('select forget_unused_words_of_athletes($1)', [folded])
      await recordEvent(client, { event: 'athlete-erased', actor: viewer.person.id, organization, athlete: id })
      // Without the athlete's name, since sent mail cannot be erased.
      await notifyOwners(client, { organization, by: viewer.person, action: 'athlete-erased', at: clock() })
    })
    onMail()
  }
}
