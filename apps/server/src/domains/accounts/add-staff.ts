import { sql } from 'kysely'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { endSessions } from './accounts.ts'
import { passwordLink } from './one-time-links.ts'

/** Makes someone a member of our staff, with an account if they have none. Answers with a one-time link on which they choose a password. */
export async function addStaff(email: string, { database, platformUrl }: { database: Database; platformUrl: string }) {
  return inTransaction(database, async (client) => {
    const { id, created } = await oneRowOf(
      client,
      query
        .insertInto('users')
        .values({
          name: email.slice(0, email.indexOf('@')),
          email,
          email_verified: true,
          staff_since: sql<Date>`now()`,
        })
        .onConflict((conflict) =>
          conflict.column('email').doUpdateSet({ staff_since: sql<Date>`coalesce(users.staff_since, now())` }),
        )
        .returning(['id', sql<boolean>`xmax = 0`.as('created')]),
    )
    // Whoever is logged in with the account today may not be the person whom we trust tomorrow.
    await endSessions(client, id)
    await noteEvent(client, { event: 'staff-added', person: id })
    return { created, link: await passwordLink(client, { id, email }, platformUrl) }
  })
}
