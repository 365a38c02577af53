import type { AccountDeletion } from '@sherpa/contracts/handover'
import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { deleteMailTo } from '../../mail/mail-queue.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { deleteAuditEmails, recordEvent } from '../audit/audit.ts'
import { accountDeletedMail } from './account-mail.ts'
import { lockPerson } from './accounts.ts'
import { deleteCredentials } from './better-auth/stored-credentials.ts'

export type DeletionParts = {
  database: Database
  /** Ends memberships and invitations, and closes empty organizations. Rejects if other members would have no owner. */
  leaveAll: (client: Queryable, person: Person, handovers: AccountDeletion['handovers']) => Promise<void>
  endGuardianships: (client: Queryable, person: Person) => Promise<void>
  /** Removes the address from invoices and other records with a retention duty. */
  forgetBilling: (client: Queryable, person: Person) => Promise<void>
  /** Deletes private staff views. */
  deleteStaffViews: (client: Queryable, person: Person) => Promise<void>
}

/** Anonymizes the user row, which other records reference, and deletes the rest. */
export async function deleteAccount(
  person: Person,
  handovers: AccountDeletion['handovers'],
  { database, leaveAll, endGuardianships, forgetBilling, deleteStaffViews }: DeletionParts,
) {
  await inTransaction(database, async (client) => {
    await lockPerson(client, person.id)
    await leaveAll(client, person, handovers)
    await endGuardianships(client, person)
    await forgetBilling(client, person)
    await deleteStaffViews(client, person)
    await deleteAuditEmails(client, person.email)
    await recordEvent(client, { event: 'account-deleted', actor: person.id })
    await deleteMailTo(client, person)
    // Without a person id, so that it is sent although the account is deleted.
    await queueMail(client, accountDeletedMail, { recipient: person.email, details: { name: person.name } })
    await deleteCredentials(client, person.id)
    for (const table of ['sessions', 'one_time_links', 'email_changes'] as const) {
      await run(client, query.deleteFrom(table).where('user_id', '=', person.id))
    }
    await run(
      client,
      query
        .updateTable('users')
        .set({
          name: 'Former member',
          email: null,
          phone: null,
          email_verified: false,
          image: null,
          second_factor: false,
          staff_since: null,
          deleted_at: sql<Date>`now()`,
        })
        .where('id', '=', person.id),
    )
  })
}
