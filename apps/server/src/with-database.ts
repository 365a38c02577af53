import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import type { Database } from './persistence/database.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { prepareDatabase } from './persistence/prepare-database.ts'

/** Runs a command with the configured or embedded database. */
export async function withDatabase(
  work: (parts: { database: Database; platformUrl: string }) => Promise<void>,
  { contract = false }: { contract?: boolean } = {},
) {
  const config = readConfig(process.env)
  const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
  const database = await prepareDatabase({
    url: config.databaseUrl ?? embedded?.servingUrl ?? '',
    ownerUrl: config.databaseOwnerUrl ?? embedded?.url,
    warn: (message) => console.warn(message),
    contract,
  })
  try {
    await work({ database, platformUrl: config.platformUrl })
  } finally {
    await database.end()
    await embedded?.stop()
  }
}
