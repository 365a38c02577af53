import type { Queryable } from './database.ts'
import { isReleased, type Migration, type MigrationKind, MigrationRefused, readMigrations } from './migration-files.ts'

export type Applied = Map<string, { hash: string | null; kind: MigrationKind | null }>

/** Of an empty database: none. Older databases lack the columns `hash` and `kind`. */
export async function readApplied(client: Queryable): Promise<Applied> {
  const { rows: tables } = await client.query("select to_regclass('migrations') is not null as known")
  if (!tables[0].known) return new Map()
  const { rows } = await client.query(
    "select name, to_jsonb(m) ->> 'hash' as hash, to_jsonb(m) ->> 'kind' as kind from migrations m",
  )
  return new Map(rows.map(({ name, hash, kind }) => [name, { hash, kind }]))
}

/** Refuses a database with contracts of a newer release, and one to which other versions of our migrations were applied. */
export function refuseUnfit(applied: Applied, migrations: Migration[]) {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].find(([name, { kind }]) => kind === 'contract' && !known.has(name))
  if (unknown) {
    throw new MigrationRefused(
      `The database has ${unknown[0]}, which this release does not know: start a newer release.`,
    )
  }
  const changed = migrations.find(({ name, hash }) => {
    const before = applied.get(name)?.hash
    return isReleased(name) && before && before !== hash
  })
  if (changed) {
    throw new MigrationRefused(
      `${changed.name} was changed after it was applied: restore it, and add another migration.`,
    )
  }
}

/** Names of migrations that the database lacks: those that a start applies, and contracts, which a command applies. */
export async function pendingMigrations(database: Queryable, directory?: string) {
  const migrations = await readMigrations(directory)
  const applied = await readApplied(database)
  refuseUnfit(applied, migrations)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const isContract = ({ kind }: Migration) => kind === 'contract' && applied.size > 0
  const names = (found: Migration[]) => found.map(({ name }) => name)
  return {
    atStart: names(pending.filter((migration) => !isContract(migration))),
    contracts: names(pending.filter(isContract)),
  }
}
