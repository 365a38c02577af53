import { createHmac, randomInt } from 'node:crypto'
import { CODE_MINUTES, CODES_PER_HOUR } from '@sherpa/contracts/deal-link'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { deriveKeys, type Secrets } from '../../secrets.ts'

const HOUR_MS = 3_600_000

type Link = { organization_id: string; id: string }

/** Six-digit codes for a link. Stored as HMAC: a plain hash of six digits is guessed at once. */
export function createLinkCodes({ secrets, clock }: { secrets: Secrets; clock: () => Date }) {
  const keys = deriveKeys(secrets, 'codes of deal links')
  const hashOf = ({ id }: Link, code: string, key: Buffer) => createHmac('sha256', key).update(`${id} ${code}`).digest()

  return {
    /** The caller has locked the link, so concurrent requests are counted. */
    async issue(client: Queryable, link: Link): Promise<string> {
      const anHourAgo = new Date(clock().getTime() - HOUR_MS)
      await run(
        client,
        query
          .deleteFrom('deal_link_codes')
          .where('organization_id', '=', link.organization_id)
          .where('link_id', '=', link.id)
          .where('sent_at', '<=', anHourAgo),
      )
      const recent = await rowsOf(
        client,
        query
          .selectFrom('deal_link_codes')
          .select('sent_at')
          .where('organization_id', '=', link.organization_id)
          .where('link_id', '=', link.id)
          .orderBy('sent_at'),
      )
      const [first] = recent
      if (first && recent.length >= CODES_PER_HOUR) {
        const retryAfterSeconds = Math.ceil((first.sent_at.getTime() + HOUR_MS - clock().getTime()) / 1000)
        throw new Refusal('code-limit', { retryAfterSeconds })
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await run(
        client,
        query.insertInto('deal_link_codes').values({
          organization_id: link.organization_id,
          link_id: link.id,
          code_hash: hashOf(link, code, keys[0]),
          sent_at: clock(),
        }),
      )
      return code
    },

    /** Uses up a valid code. False if it is wrong, expired or used. */
    async use(client: Queryable, link: Link, code: string): Promise<boolean> {
      const used = await run(
        client,
        query
          .updateTable('deal_link_codes')
          .set({ used_at: clock() })
          .where('organization_id', '=', link.organization_id)
          .where('link_id', '=', link.id)
          .where(
            'code_hash',
            'in',
            keys.map((key) => hashOf(link, code, key)),
          )
          .where('used_at', 'is', null)
          .where('sent_at', '>', new Date(clock().getTime() - CODE_MINUTES * 60_000)),
      )
      return used > 0
    },
  }
}
export type LinkCodes = ReturnType<typeof createLinkCodes>
