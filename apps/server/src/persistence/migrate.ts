import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { applyMigration, inShortTransaction } from './apply-migration.ts'
import type { Database, Queryable } from './database.ts'
import { hashOf, type Migration, MigrationRefused, readMigrations, releaseOf, sqlFiles } from './migration-files.ts'
import { readApplied, refuseUnfit } from './pending-migrations.ts'
import { countOlderServers } from './servers.ts'

const FUNCTIONS = join(import.meta.dirname, 'functions')
/** Arbitrary, but constant. */
const LOCK = 7_405_331
const LOCK_POLL_MS = 200

/** This release, compared with the database. */
type Migrated = {
  release: string
  /** The database has migrations of a newer release, which keeps its SQL functions and grants. */
  isOlder: boolean
}

type Options = {
  /** Contract migrations too. Without, they are applied only to an empty database. */
  contract?: boolean
  /** For tests. */
  directory?: string
  warn?: (message: string) => void
}

/** Applies pending migrations in the order of their names, then changed SQL functions. An advisory lock serializes servers. */
export async function migrate<Result = void>(
  database: Database,
  /** Runs under the lock, after the migrations. */
  afterwards?: (client: Queryable, migrated: Migrated) => Promise<Result>,
  { contract = false, directory, warn = () => undefined }: Options = {},
): Promise<Result | undefined> {
  const client = await database.connect()
  try {
    // Migrations may be slow, and so may waiting for the lock, and reading files.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = '1min'")
    await takeLock(client, warn)
    const migrations = await readMigrations(directory)
    await createTable(client)
    const applied = await readApplied(client)
    refuseUnfit(applied, migrations)
    const release = releaseOf(migrations)
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      if (migration.kind === 'contract' && applied.size > 0) {
        if (!contract) continue
        await refuseOlderServers(client, migration)
      }
      await applyMigration(client, migration, warn)
    }
    await inShortTransaction(client, () => replaceFunctions(client, release), { name: 'A changed SQL function', warn })
    const known = new Set(migrations.map(({ name }) => name))
    const isOlder = [...applied].some(([name, { kind }]) => kind !== null && !known.has(name))
    return await afterwards?.(client, { release, isOlder })
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    // If this fails, the lock ends with the connection.
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    await client.query('reset statement_timeout; reset idle_in_transaction_session_timeout').catch(() => undefined)
    client.release()
  }
}

/** Polls: a session that blocks on a lock holds a snapshot, and `create index concurrently` would deadlock with it. */
async function takeLock(client: Queryable, warn: (message: string) => void) {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK])
    if (rows[0].taken) return
    if (attempt === 1) warn('Another server migrates the database: waiting until it is done.')
    await pause(LOCK_POLL_MS)
  }
}

async function createTable(client: Queryable) {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz default now(), hash text, kind text)',
  )
  await addMissing(client, 'migrations', ['hash', 'kind'])
}

/** Columns that older databases lack. Checked first, because a running backup locks the table. */
async function addMissing(client: Queryable, table: string, columns: string[]) {
  for (const column of columns) {
    const { rowCount } = await client.query(
      'select from pg_attribute where attrelid = $1::regclass and attname = $2 and not attisdropped',
      [table, column],
    )
    if (rowCount === 0) await client.query(`alter table ${table} add column ${column} text`)
  }
}

async function refuseOlderServers(client: Queryable, { name }: Migration) {
  const older = await countOlderServers(client, name)
  if (older === 0) return
  throw new MigrationRefused(
    `${name} removes what ${older} running ${older === 1 ? 'server' : 'servers'} of an older release may use: stop or update them first.`,
  )
}

/**
 * Each file defines one function, with its triggers and a statement that fills what they keep. It is applied again when its hash
 * changes. An older release that restarts keeps the functions of a newer one.
 */
async function replaceFunctions(client: Queryable, release: string) {
  // Functions call each other, so their order must not matter.
  await client.query('set local check_function_bodies = off')
  await client.query(
    'create table if not exists sql_functions (name text primary key, hash text not null, release text)',
  )
  await addMissing(client, 'sql_functions', ['release'])
  const { rows } = await client.query<{ name: string; hash: string; release: string | null }>(
    'select name, hash, release from sql_functions',
  )
  const applied = new Map(rows.map((row) => [row.name, row]))
  for (const file of await sqlFiles(FUNCTIONS)) {
    const text = await readFile(join(FUNCTIONS, file), 'utf8')
    const hash = hashOf(text)
    const before = applied.get(file)
    if (before?.release === release && before.hash === hash) continue
    if (before?.release && before.release > release) continue
    if (before?.hash !== hash) await client.query(text)
    await client.query(
      `insert into sql_functions (name, hash, release) values ($1, $2, $3)
       on conflict (name) do update set hash = excluded.hash, release = excluded.release`,
      [file, hash, release],
    )
  }
}

export async function functionNames() {
  return (await sqlFiles(FUNCTIONS)).map((file) => file.replace('.sql', ''))
}
