import type { Queryable } from '../../persistence/database.ts'

/** People who add athletes share the lock, so that they don't wait for each other. */
export async function shareRoster(client: Queryable, organization: string) {
  await client.query("select pg_advisory_xact_lock_shared(hashtextextended('roster:' || $1, 0))", [organization])
}

/** A batch of an import compares first and inserts later. In between, nobody adds the same athlete. */
export async function lockRoster(client: Queryable, organization: string) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('roster:' || $1, 0))", [organization])
}
