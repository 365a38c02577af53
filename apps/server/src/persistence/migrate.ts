import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryConfig } from 'pg'
import type { Database, Queryable } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Any number, as long as it is always the same. */
const LOCK = 7_405_331
/** The longest that a timer can wait, 25 days. With 0 the client would take the timeout of its pool. */
const NO_TIMEOUT = 2 ** 31 - 1

/** Applies the SQL files that have not been applied yet, in the order of their names. Servers that start together take turns. */
export async function migrate<Result = void>(
  database: Database,
  /** What else its turn is for, once the tables are up to date. */
  afterwards?: (client: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await database.connect()
  try {
    // A long migration, and waiting for one, may take their time.
    await client.query('set statement_timeout = 0')
    await client.query({
      text: 'select pg_advisory_lock($1)',
      values: [LOCK],
      query_timeout: NO_TIMEOUT,
    } as QueryConfig)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
      if (applied.has(name)) continue
      await client.query('begin')
      await client.query({
        text: await readFile(join(MIGRATIONS, name), 'utf8'),
        query_timeout: NO_TIMEOUT,
      } as QueryConfig)
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    }
    return await afterwards?.(client)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    // The lock goes with the connection, should this fail.
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}
