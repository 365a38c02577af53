import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { deleteMailTo } from '../../mail/mail-queue.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { forgetAuditValues, noteEvent } from '../audit/audit.ts'
import { accountDeletedMail } from './account-mail.ts'
import { lockPerson } from './accounts.ts'
import { deleteCredentials } from './better-auth/stored-credentials.ts'

export type DeletionParts = {
  database: Database
  /** Ends all memberships and invitations, and closes what nobody else belongs to; refuses if others would be left without an owner. */
  leaveAll: (client: Queryable, person: Person) => Promise<void>
  /** Ends what they are as a guardian of athletes. */
  endGuardianships: (client: Queryable, person: Person) => Promise<void>
  /** Removes the person's address from the invoices and other records that must be kept. */
  forgetBilling: (client: Queryable, person: Person) => Promise<void>
  /** Removes what only they could see of lists that they saved as one of our staff. */
  forgetStaffViews: (client: Queryable, person: Person) => Promise<void>
}

/** The row stays, without a name or an address, for the records that point to it. Everything else goes. */
export async function deleteAccount(
  person: Person,
  { database, leaveAll, endGuardianships, forgetBilling, forgetStaffViews }: DeletionParts,
) {
  await inTransaction(database, async (client) => {
    await lockPerson(client, person.id)
    await leaveAll(client, person)
    await endGuardianships(client, person)
    await forgetBilling(client, person)
    await forgetStaffViews(client, person)
    await forgetAuditValues(client, person.email)
    await noteEvent(client, { event: 'account-deleted', actor: person.id })
    await deleteMailTo(client, person)
    // To the old address, without the person: it must be sent although the account is gone.
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
