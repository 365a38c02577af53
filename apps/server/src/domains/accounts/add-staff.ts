import { sql } from 'kysely'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { endSessions } from './accounts.ts'
import { passwordLink } from './one-time-links.ts'

/** Promotes or creates an account. Returns a one-time link for choosing a password. */
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
    // An existing session may belong to an intruder, who must not become staff.
    await endSessions(client, id)
    await recordEvent(client, { event: 'staff-added', person: id })
    return { created, link: await passwordLink(client, { id, email }, platformUrl, { asksName: created }) }
  })
}
