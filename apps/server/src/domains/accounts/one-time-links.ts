import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'

/** Validity by purpose. */
const validHours = { register: 24, 'reset-password': 1, 'reject-second-factor': 7 * 24 } as const
type Purpose = keyof typeof validHours
/** Validity of a link that is not mailed but handed over. */
const HANDED_OVER_HOURS = 24

export type OneTimeLink = { email: string; userId: string | null }

/** Returns the token. Only its hash is stored. */
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
      token_hash: hashToken(token),
      purpose,
      email,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    }),
  )
  return token
}

/** Link for the operator to hand over, on which the person chooses a password. */
export async function passwordLink(
  client: Queryable,
  { id, email }: { id: string; email: string },
  platformUrl: string,
  { asksName = false } = {},
) {
  const token = await createLink(client, 'reset-password', { email, userId: id }, HANDED_OVER_HOURS)
  return `${platformUrl}/reset-password?token=${token}${asksName ? '&name' : ''}`
}

export async function findLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  return rowOf(
    client,
    query
      .selectFrom('one_time_links')
      .select(['email', 'user_id as userId'])
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`),
  )
}

/** Single use. Also deletes all other links of the same address and purpose. */
export async function spendLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  const deleteByPurpose = query.deleteFrom('one_time_links').where('purpose', '=', purpose)
  const link = await rowOf(
    client,
    deleteByPurpose
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['email', 'user_id as userId']),
  )
  if (link) await run(client, deleteByPurpose.where('email', '=', link.email))
  return link
}

export function newToken() {
  return randomBytes(24).toString('base64url')
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
