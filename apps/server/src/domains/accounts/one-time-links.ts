import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'

/** What a link is for, and how long it is valid. */
const validHours = { register: 24, 'reset-password': 1, 'reject-second-factor': 7 * 24 } as const
type Purpose = keyof typeof validHours
/** A link that we hand over by other means than mail. */
const HANDED_OVER_HOURS = 24

export type OneTimeLink = { email: string; userId: string | null }

/** A new link. Answers with its token, of which only the hash is kept. */
export async function createLink(
  client: Queryable,
  purpose: Purpose,
  { email, userId }: OneTimeLink,
  hours: number = validHours[purpose],
) {
  const token = newToken()
  await run(
    client,
    query.insertInto('one_time_links').values({
      token_hash: hashOfToken(token),
      purpose,
      email,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    }),
  )
  return token
}

/** For whoever runs Sherpa: an address on which someone chooses a password, once. */
export async function passwordLink(
  client: Queryable,
  { id, email }: { id: string; email: string },
  platformUrl: string,
) {
  const token = await createLink(client, 'reset-password', { email, userId: id }, HANDED_OVER_HOURS)
  return `${platformUrl}/reset-password?token=${token}`
}

export async function findLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  return rowOf(
    client,
    query
      .selectFrom('one_time_links')
      .select(['email', 'user_id as userId'])
      .where('token_hash', '=', hashOfToken(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`),
  )
}

/** Uses a link up: of two who come with it, one is too late. All others to the same address and purpose end with it. */
export async function spendLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  const ofPurpose = query.deleteFrom('one_time_links').where('purpose', '=', purpose)
  const link = await rowOf(
    client,
    ofPurpose
      .where('token_hash', '=', hashOfToken(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['email', 'user_id as userId']),
  )
  if (link) await run(client, ofPurpose.where('email', '=', link.email))
  return link
}

export function newToken() {
  return randomBytes(24).toString('base64url')
}

export function hashOfToken(token: string) {
  return createHash('sha256').update(token).digest()
}
