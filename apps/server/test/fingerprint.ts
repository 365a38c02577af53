import type { Queryable } from '../src/persistence/database.ts'

/** Row count and content hash of every table, as its owner: equal for an exact copy. */
export async function fingerprint(owner: Queryable) {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1",
  )
  const found: Record<string, { rows: number; hash: string }> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
    )
    if (rows[0]) found[name] = rows[0]
  }
  return found
}
