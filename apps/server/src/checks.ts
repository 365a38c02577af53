import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { commandLine } from './command-line.ts'
import type { Config } from './config.ts'
import { bucketFiles } from './files/bucket-files.ts'
import { checkStore } from './files/open-file-store.ts'
import { openDatabase } from './persistence/database.ts'
import { pendingMigrations } from './persistence/pending-migrations.ts'

/** Resolves with a detail for the operator, or throws the reason of the failure. */
export type Check = { name: string; run: (config: Config) => Promise<string> }

/** What `sherpa check` checks after the settings, in this order. */
export const checks: Check[] = [
  {
    name: 'database',
    run: (config) =>
      withConnection(config.databaseUrl, async (database) => {
        const { rows } = await database.query(
          "select current_setting('server_version') as version, current_setting('transaction_read_only') = 'on' as read_only",
        )
        if (rows[0].read_only) throw new Error('read-only: a standby, or default_transaction_read_only is on')
        return `PostgreSQL ${rows[0].version}`
      }),
  },
  {
    name: 'migrations',
    run: (config) =>
      withConnection(config.databaseOwnerUrl ?? config.databaseUrl, async (database) => {
        const { atStart, contracts } = await pendingMigrations(database)
        if (atStart.length > 0) throw new Error(`pending: ${atStart.join(', ')}. Run ${commandLine('migrate')}.`)
        if (contracts.length === 0) return 'none pending'
        return `after all servers: ${commandLine('migrate', '--contract')}, which applies ${contracts.join(', ')}`
      }),
  },
  {
    name: 'data directory',
    run: async ({ dataDirectory, filesBucket, smtpUrl }) => {
      if (filesBucket && smtpUrl) return 'not needed: files go to the bucket, mail to the mail server'
      await mkdir(dataDirectory, { recursive: true })
      await access(dataDirectory, constants.W_OK)
      return dataDirectory
    },
  },
  {
    name: 'bucket',
    run: async ({ filesBucket }) => {
      if (!filesBucket) return 'not set: files go to the data directory'
      await checkStore(bucketFiles(filesBucket), filesBucket)
      return filesBucket.url
    },
  },
]

async function withConnection(
  url: string | undefined,
  work: (database: ReturnType<typeof openDatabase>) => Promise<string>,
) {
  if (!url) return 'embedded'
  const database = openDatabase(url)
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
