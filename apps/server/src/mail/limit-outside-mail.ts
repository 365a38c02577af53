import { Refusal } from '@sherpa/contracts/problem'
import { digest, KEPT_FOR_A_DAY } from '../http/rate-limits.ts'
import type { Queryable } from '../persistence/database.ts'

/** In a day: to one address outside, and to all of them. A department invites its whole roster at once. */
const MOST_TO_ONE = 10
const MOST_OF_ALL = 1000

/**
 * Refuses another mail that an organization causes to an address outside, as part of the transaction of what it is about: what is refused
 * is not counted. The organization's count is locked first: a fixed lock order prevents deadlocks.
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
      [MOST_OF_ALL, MOST_TO_ONE],
      recipient.toLowerCase(),
    ],
  })
  const wait = rows[0]?.wait
  if (wait != null) throw new Refusal('too-many-mails', { retryAfterSeconds: wait })
}
