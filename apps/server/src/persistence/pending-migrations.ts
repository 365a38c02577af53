import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from './database.ts'

/** Names of migrations that this release has and the database has not. */
export async function pendingMigrations(database: Queryable): Promise<string[]> {
  const files = (await readdir(join(import.meta.dirname, 'migrations'))).filter((file) => file.endsWith('.sql')).sort()
  const { rows: tables } = await database.query("select to_regclass('migrations') is not null as known")
  if (!tables[0].known) return files
  const { rows } = await database.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return files.filter((file) => !applied.has(file))
}
