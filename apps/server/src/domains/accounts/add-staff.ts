import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { endSessions } from './accounts.ts'
import { createLink } from './one-time-links.ts'

const LINK_HOURS = 24

/** Makes someone one of us, with an account if they have none. Answers with a one-time link on which they choose a password. */
export async function addStaff(email: string, { database, platformUrl }: { database: Database; platformUrl: string }) {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query(
      `insert into users (name, email, email_verified, staff_since) values ($1, $2, true, now())
       on conflict (email) do update set staff_since = coalesce(users.staff_since, now()) returning id, xmax = 0 as created`,
      [email.slice(0, email.indexOf('@')), email],
    )
    const { id, created } = rows[0]
    // Whoever is logged in with the account today may not be the person whom we trust tomorrow.
    await endSessions(client, id)
    const token = await createLink(client, 'reset-password', { email, userId: id }, LINK_HOURS)
    await noteEvent(client, { event: 'staff-added', person: id })
    return { created: Boolean(created), link: `${platformUrl}/reset-password?token=${token}` }
  })
}
