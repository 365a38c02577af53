import { createHash, createHmac } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import type { Database, Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * The links in mail to visitors. A request's token is made from our secret, so that every mail has the same one although only its
 * hash is kept. Because that is kept, links outlive a change of the secret.
 */
export function visitorLinks({ database, secret }: { database: Database; secret: string }) {
  return {
    async tokenFor(request: string): Promise<string> {
      const token = createHmac('sha256', secret).update(`demo-link ${request}`).digest('base64url')
      await run(
        database,
        query
          .insertInto('demo_links')
          .values({ token_hash: hashOf(token), request_id: request })
          .onConflict((conflict) => conflict.doNothing()),
      )
      return token
    },
  }
}

/** The request that a link leads to. One that was erased is gone, and whoever comes for it is told so. */
export async function requestOfLink(client: Queryable, token: string): Promise<string> {
  const link = await rowOf(
    client,
    query
      .selectFrom('demo_links as l')
      .innerJoin('demo_requests as r', 'r.id', 'l.request_id')
      .select(['r.id', 'r.erased_at as erasedAt'])
      .where('l.token_hash', '=', hashOf(token)),
  )
  if (!link) throw new Refusal('not-found')
  if (link.erasedAt) throw new Refusal('data-erased')
  return link.id
}
