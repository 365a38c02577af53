import { noteEvent } from '../audit/audit-events.ts'
import { forgetAuditValues } from '../audit/audit-values.ts'
import type { Person } from '../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../persistence/database.ts'

export type DeletionParts = {
  database: Database
  /** Ends all memberships, and closes what nobody else belongs to; refuses if others would be left without an owner. */
  leaveAll: (client: Queryable, person: Person) => Promise<void>
  /** Takes the person's address off what stays for the books. */
  forgetBilling: (client: Queryable, person: Person) => Promise<void>
}

/** The row stays, without a name or an address, for the records that point to it. Everything else goes. */
export async function deleteAccount(person: Person, { database, leaveAll, forgetBilling }: DeletionParts) {
  await inTransaction(database, async (client) => {
    await client.query('select from users where id = $1 for no key update', [person.id])
    await leaveAll(client, person)
    await forgetBilling(client, person)
    await forgetAuditValues(client, person.email)
    await noteEvent(client, { event: 'account-deleted', actor: person.id })
    await client.query('delete from invitations where email = $1', [person.email])
    await client.query('update invitations set invited_by = null where invited_by = $1', [person.id])
    await client.query('delete from outgoing_mail where recipient = $1 or strpos(details::text, $1) > 0', [
      person.email,
    ])
    await client.query('delete from verifications where value = $1', [person.id])
    for (const table of ['sessions', 'credentials', 'second_factors']) {
      await client.query(`delete from ${table} where user_id = $1`, [person.id])
    }
    await client.query(
      `update users set name = 'Former member', email = 'deleted-' || id || '@sherpa.invalid', email_verified = false,
         image = null, second_factor = false, staff = false, deleted_at = now() where id = $1`,
      [person.id],
    )
  })
}
