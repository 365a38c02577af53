import { Refusal } from '@sherpa/contracts/problem'
import { digest, KEPT_FOR_A_DAY } from '../http/rate-limits.ts'
import type { Queryable } from '../persistence/database.ts'

/** Daily limits per external address and in total. A department invites its whole roster at once. */
const MAX_PER_ADDRESS = 10
const MAX_PER_ORGANIZATION = 1000

/**
 * Rate limit for external mail of an organization, counted in the transaction of its cause: refused mail does not count.
 * The organization's count is locked first: a fixed lock order prevents deadlocks.
 */
export async function limitOutsideMail(client: Queryable, recipient: string) {
  const { rows } = await client.query<{ wait: number | null }>({
    name: 'limit-outside-mail',
    text: `select count_rates(array[$1 || o.id, $1 || o.id || $2], $3, '1 day', now()) as wait from organizations o
      where o.id = nullif(current_setting('app.organization', true), '')::uuid and not exists (
        select from memberships m join users u on u.id = m.user_id where m.organization_id = o.id and u.email = $4)`,
    values: [
      `${KEPT_FOR_A_DAY}mail of `,
      ` to ${digest(recipient.toLowerCase())}`,
      [MAX_PER_ORGANIZATION, MAX_PER_ADDRESS],
      recipient.toLowerCase(),
    ],
  })
  const wait = rows[0]?.wait
  if (wait != null) throw new Refusal('too-many-mails', { retryAfterSeconds: wait })
}

/** For mail by schedule: over the limit, it is left out, and is due again tomorrow. */
export async function unlessOverLimit(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'too-many-mails')) throw error
  }
}
