import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../persistence/database.ts'

/** What a link is for, and how long it is valid. */
const validHours = { register: 24, 'reset-password': 1 } as const
type Purpose = keyof typeof validHours

export type OneTimeLink = { email: string; userId: string | null }

/** A new link. Answers with its token, of which only the hash is kept. */
export async function createLink(
  client: Queryable,
  purpose: Purpose,
  { email, userId }: OneTimeLink,
  hours: number = validHours[purpose],
) {
  const token = newToken()
  await client.query(
    `insert into one_time_links (token_hash, purpose, email, user_id, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    [hashOfToken(token), purpose, email, userId, hours],
  )
  return token
}

export async function findLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  const { rows } = await client.query(
    `select email, user_id as "userId" from one_time_links
     where token_hash = $1 and purpose = $2 and expires_at > now()`,
    [hashOfToken(token), purpose],
  )
  return rows[0]
}

/** Uses a link up: of two who come with it, one is too late. All others to the same address and purpose end with it. */
export async function spendLink(client: Queryable, purpose: Purpose, token: string): Promise<OneTimeLink | undefined> {
  const { rows } = await client.query(
    `delete from one_time_links where token_hash = $1 and purpose = $2 and expires_at > now()
     returning email, user_id as "userId"`,
    [hashOfToken(token), purpose],
  )
  const [link] = rows
  if (link) {
    await client.query('delete from one_time_links where email = $1 and purpose = $2', [link.email, purpose])
  }
  return link
}

export function newToken() {
  return randomBytes(24).toString('base64url')
}

export function hashOfToken(token: string) {
  return createHash('sha256').update(token).digest()
}
