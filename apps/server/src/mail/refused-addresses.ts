import { sql } from 'kysely'
import { digest } from '../http/rate-limits.ts'
import type { Queryable } from '../persistence/database.ts'
import { query, rowsOf, run } from '../persistence/queries.ts'

/** A refusal counts for this long: mailboxes are repaired. */
const REFUSED_DAYS = 30
const expired = sql<Date>`now() - make_interval(days => ${REFUSED_DAYS})`
const digestOf = (address: string) => digest(address.toLowerCase())

/** Records that the mail server refused an address permanently. */
export async function markRefused(client: Queryable, address: string) {
  await run(client, query.deleteFrom('refused_addresses').where('refused_at', '<', expired))
  await run(
    client,
    query
      .insertInto('refused_addresses')
      .values({ address_digest: digestOf(address) })
      .onConflict((same) => same.column('address_digest').doUpdateSet({ refused_at: sql<Date>`now()` })),
  )
}

export async function clearRefused(client: Queryable, address: string) {
  await run(client, query.deleteFrom('refused_addresses').where('address_digest', '=', digestOf(address)))
}

/** The addresses that were refused recently, and when. */
export async function findRefused(client: Queryable, addresses: readonly string[]): Promise<Map<string, Date>> {
  const digests = addresses.map(digestOf)
  const rows = await rowsOf(
    client,
    query
      .selectFrom('refused_addresses')
      .select(['address_digest', 'refused_at'])
      .where(sql<boolean>`address_digest = any(${digests}::text[])`)
      .where('refused_at', '>=', expired),
  )
  const refused = new Map(rows.map((row) => [row.address_digest, row.refused_at]))
  return new Map(
    addresses.flatMap((address) => {
      const at = refused.get(digestOf(address))
      return at ? [[address, at] as const] : []
    }),
  )
}
