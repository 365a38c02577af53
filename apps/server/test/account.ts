import { randomBytes } from 'node:crypto'
import { hashPassword } from '../src/domains/accounts/password-hash.ts'
import { hashOfSessionToken } from '../src/domains/accounts/session-token.ts'
import { recordEvent } from '../src/domains/audit/audit.ts'
import type { Queryable } from '../src/persistence/database.ts'

export const goodPassword = 'quiet-ropes-carry-winter-camps'
/** Minimum cost for speed. */
const COST = 2
let passwordHash: Promise<string> | undefined

/** Inserts an account with a session, as after registration. */
export async function insertAccount(database: Queryable, { name, email }: { name: string; email: string }) {
  passwordHash ??= hashPassword(goodPassword, COST)
  const token = randomBytes(24).toString('base64url')
  const { rows } = await database.query<{ id: string }>(
    `with person as (insert into users (name, email, email_verified) values ($1, $2, true) returning id),
     credential as (insert into credentials (user_id, account_id, provider_id, password)
       select id, id::text, 'credential', $3 from person),
     session as (insert into sessions (user_id, token_hash, expires_at, user_agent)
       select id, $4, now() + interval '1 day', 'lightMyRequest' from person)
     select id from person`,
    [name, email, await passwordHash, hashOfSessionToken(token)],
  )
  const [person] = rows
  if (!person) throw new Error('No account was written.')
  for (const event of ['registered', 'logged-in'] as const) await recordEvent(database, { event, actor: person.id })
  return { id: person.id, token }
}
