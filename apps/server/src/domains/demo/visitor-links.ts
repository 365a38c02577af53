import { createHash, createHmac } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import type { Database, Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Tokens are derived from our secret (HMAC), so that every mail has the same link while only a hash is stored. Stored
 * hashes keep old links valid after the secret changes.
 */
export function createVisitorLinks({ database, secret }: { database: Database; secret: string }) {
  return {
    async createToken(request: string): Promise<string> {
      const token = createHmac('sha256', secret).update(`demo-link ${request}`).digest('base64url')
      await run(
        database,
        query
          .insertInto('demo_links')
          .values({ token_hash: hashToken(token), request_id: request })
          .onConflict((conflict) => conflict.doNothing()),
      )
      return token
    },
  }
}

/** Erased requests are reported as gone. */
export async function findRequestByLink(client: Queryable, token: string): Promise<string> {
  const link = await rowOf(
    client,
    query
      .selectFrom('demo_links as l')
      .innerJoin('demo_requests as r', 'r.id', 'l.request_id')
      .select(['r.id', 'r.erased_at as erasedAt'])
      .where('l.token_hash', '=', hashToken(token)),
  )
  if (!link) throw new Refusal('not-found')
  if (link.erasedAt) throw new Refusal('data-erased')
  return link.id
}
