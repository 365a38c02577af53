import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryConfig } from 'pg'
import type { Database, Queryable } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const FUNCTIONS = join(import.meta.dirname, 'functions')
/** Any number, as long as it is always the same. */
const LOCK = 7_405_331
/** The longest that a timer can wait, 25 days. With 0 the client would take the timeout of its pool. */
const NO_TIMEOUT = 2 ** 31 - 1

/** Applies pending migrations in the order of their names, then changed SQL functions. An advisory lock serializes servers. */
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
    for (const name of await sqlFiles(MIGRATIONS)) {
      if (applied.has(name)) continue
      await client.query('begin')
      await client.query({
        text: await readFile(join(MIGRATIONS, name), 'utf8'),
        query_timeout: NO_TIMEOUT,
      } as QueryConfig)
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    }
    await replaceFunctions(client)
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

/** Each file replaces one function, and is run again when its hash changes: its definition is in one place. */
async function replaceFunctions(client: Queryable) {
  await client.query('begin')
  // Functions call each other: their order does not matter.
  await client.query('set local check_function_bodies = off')
  await client.query('create table if not exists sql_functions (name text primary key, hash text not null)')
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from sql_functions')
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  for (const file of await sqlFiles(FUNCTIONS)) {
    const text = await readFile(join(FUNCTIONS, file), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (applied.get(file) === hash) continue
    await client.query(text)
    await client.query(
      'insert into sql_functions (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [file, hash],
    )
  }
  await client.query('commit')
}

export async function functionNames() {
  return (await sqlFiles(FUNCTIONS)).map((file) => file.replace('.sql', ''))
}

async function sqlFiles(directory: string) {
  return (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
}
