import { randomBytes, randomUUID } from 'node:crypto'
import { hashOfSessionToken } from '../src/domains/accounts/session-token.ts'
import type { Queryable } from '../src/persistence/database.ts'

/** An organization, and its owner who is signed in, by direct insert: for programs that measure or break something else. */
export async function signedInOwner(database: Queryable) {
  const [organization, person] = [randomUUID(), randomUUID()]
  const token = randomBytes(32).toString('base64url')
  await database.query("insert into organizations (id, name, kind) values ($1, 'Ridgeline', 'agency')", [organization])
  await database.query(
    `with person as (insert into users (id, name, email, email_verified, second_factor) values ($2, 'Amara Cole', $4, true, true)
       returning id),
     member as (insert into memberships (organization_id, user_id, role) select $1, id, 'owner' from person)
     insert into sessions (user_id, token_hash, expires_at) select id, $3, now() + interval '1 day' from person`,
    [organization, person, hashOfSessionToken(token), `${person}@agency.example`],
  )
  return { organization, person, token }
}
