import { resolve } from 'node:path'
import { commandLine } from './command-line.ts'
import { type Config, readConfig } from './config.ts'
import { CopyRefused } from './persistence/copy-organization.ts'
import { NoWritableHost } from './persistence/database-hosts.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { MigrationRefused } from './persistence/migration-files.ts'

type Call = { command: string; args: string; isComplete: boolean; organization: string }
type Parts = { urls: { source: string; target: string }; config: Config; dataDirectory: string }

/** Runs a command on an organization here and the database of TARGET_DATABASE_URL, with the owners of both. */
export async function betweenDatabases(
  { command, args, isComplete, organization }: Call,
  work: (parts: Parts) => Promise<void>,
) {
  const target = process.env.TARGET_DATABASE_URL
  if (!isComplete || !/^[0-9a-f-]{36}$/.test(organization) || !target) {
    console.error(`TARGET_DATABASE_URL=postgres://owner@host/name ${commandLine(command, args)}`)
    process.exit(1)
  }
  const config = readConfig(process.env)
  const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
  try {
    const source = config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? ''
    await work({ urls: { source, target }, config, dataDirectory })
  } catch (error) {
    const isExpected = [CopyRefused, NoWritableHost, MigrationRefused].some((kind) => error instanceof kind)
    console.error(isExpected ? (error as Error).message : error)
    process.exitCode = 1
  } finally {
    await embedded?.stop()
  }
}
