import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import type { Database } from './persistence/database.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { prepareDatabase } from './persistence/prepare-database.ts'
import { findPlatformUrl } from './persistence/servers.ts'

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
    // A server in another terminal may have another port.
    const platformUrl = process.env.PLATFORM_URL ? undefined : await findPlatformUrl(database)
    await work({ database, platformUrl: platformUrl ?? config.platformUrl })
  } finally {
    await database.end()
    await embedded?.stop()
  }
}
