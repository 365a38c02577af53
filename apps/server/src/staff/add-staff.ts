import { randomBytes } from 'node:crypto'
import type { Auth } from '../accounts/auth.ts'
import { noteEvent } from '../audit/audit-events.ts'
import type { Database } from '../persistence/database.ts'

const LINK_HOURS = 24

/** Makes someone one of us, with an account if they have none. Answers with a one-time link on which they choose a password. */
export async function addStaff(email: string, parts: { database: Database; auth: Auth; platformUrl: string }) {
  const { database, auth, platformUrl } = parts
  // Whoever registered the address without confirming it may be anybody: they must not become one of us.
  await database.query('delete from users where email = $1 and not email_verified', [email])
  const { rows } = await database.query(
    `insert into users (name, email, email_verified, staff) values ($1, $2, true, true)
     on conflict (email) do update set staff = true returning id, xmax = 0 as created`,
    [email.slice(0, email.indexOf('@')), email],
  )
  const { id, created } = rows[0]
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await auth.$context
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: id,
    expiresAt: new Date(Date.now() + LINK_HOURS * 3_600_000),
  })
  await noteEvent(database, { event: 'staff-added', person: id })
  return { created: Boolean(created), link: `${platformUrl}/reset-password?token=${token}` }
}
