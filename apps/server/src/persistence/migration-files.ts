import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Migrations up to this number precede the first release: no declaration, no rules. */
const LAST_BEFORE_RELEASE = '0061'

/** Its message is for the operator. */
export class MigrationRefused extends Error {}

/** Expand: compatible with the previous release, applied at startup. Contract: removes what it used, applied by command. */
export type MigrationKind = 'expand' | 'contract'
export type Migration = { name: string; text: string; hash: string; kind: MigrationKind | null }

export async function readMigrations(directory = MIGRATIONS): Promise<Migration[]> {
  return Promise.all((await sqlFiles(directory)).map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const text = await readFile(join(directory, name), 'utf8')
  const kind = isReleased(name) ? declaredKind(text) : null
  if (kind === undefined) throw new MigrationRefused(`${name} must begin with "-- expand" or "-- contract".`)
  return { name, text, hash: hashOf(text), kind }
}

/** Whether it came after the first release. */
export function isReleased(name: string) {
  return name.slice(0, 4) > LAST_BEFORE_RELEASE
}

function declaredKind(text: string) {
  return /^-- (expand|contract)\b/.exec(text)?.[1] as MigrationKind | undefined
}

export function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

export async function sqlFiles(directory: string) {
  return (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
}

/** Releases are ordered by their last migration. */
export function releaseOf(migrations: Migration[]) {
  return migrations.at(-1)?.name ?? ''
}

/** Statements without comments. Only for files without function bodies. */
export function statementsOf(text: string) {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '')
}

/** Concurrent statements run outside of a transaction, so a file has only these or none. */
export function isConcurrent({ text }: Migration) {
  return statementsOf(text).some((statement) => /\bconcurrently\b/i.test(statement))
}
