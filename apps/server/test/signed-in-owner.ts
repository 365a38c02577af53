import { randomBytes, randomUUID } from 'node:crypto'
import { hashOfSessionToken } from '../src/domains/accounts/session-token.ts'
import type { Queryable } from '../src/persistence/database.ts'

/** Inserts an organization with a signed-in owner, for benches and fault injection. */
export async function signedInOwner(database: Queryable) {
  const [organization, person] = [randomUUID(), randomUUID()]
  await database.query("insert into organizations (id, name, kind) values ($1, 'Ridgeline', 'agency')", [organization])
  await database.query(
    `with person as (insert into users (id, name, email, email_verified, second_factor) values ($2, 'Amara Cole', $3, true, true)
       returning id)
     insert into memberships (organization_id, user_id, role) select $1, id, 'owner' from person`,
    [organization, person, `${person}@agency.example`],
  )
  return { organization, person, token: await newSession(database, person) }
}

/** New session for the owner of the only organization. */
export async function knownOwner(database: Queryable) {
  const { rows } = await database.query<{ organization: string; person: string }>(
    "select organization_id as organization, user_id as person from memberships where role = 'owner'",
  )
  const [known] = rows
  return known && { ...known, token: await newSession(database, known.person) }
}

export async function newSession(database: Queryable, person: string) {
  const token = randomBytes(32).toString('base64url')
  await database.query(
    "insert into sessions (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 day')",
    [person, hashOfSessionToken(token)],
  )
  return token
}
