import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLine } from './command-line.ts'
import type { Config } from './config.ts'
import { bucketFiles } from './files/bucket-files.ts'
import { diskFiles } from './files/file-store.ts'
import { checkStore } from './files/open-file-store.ts'
import { checkMailServer } from './mail/mailer.ts'
import { findFingerprint, requireSecretOfDatabase } from './persistence/auth-secret.ts'
import { openDatabase } from './persistence/database.ts'
import { pendingMigrations } from './persistence/pending-migrations.ts'
import { TWO_USERS } from './persistence/prepare-database.ts'
import { findConnectionShortage } from './persistence/servers.ts'
import { fingerprintsOf } from './secrets.ts'

const UNDEFINED_TABLE = '42P01'

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
    name: 'database user',
    run: ({ databaseUrl }) =>
      withConnection(databaseUrl, async (database) => {
        const { rows } = await database.query(
          `select current_user as name, rolsuper or rolbypassrls or exists (
             select from pg_class where relowner = r.oid and relnamespace = 'public'::regnamespace) as unbound
           from pg_roles r where rolname = current_user`,
        )
        if (rows[0].unbound) {
          throw new Error(`${rows[0].name} owns the tables, or row-level security does not bind it. ${TWO_USERS}`)
        }
        return rows[0].name
      }),
  },
  {
    name: 'connections',
    run: ({ databaseUrl, connections }) =>
      withConnection(databaseUrl, async (database) => {
        const shortage = await findConnectionShortage(database, connections.all)
        if (shortage) throw new Error(shortage)
        return `at most ${connections.all} for each server`
      }),
  },
  {
    name: 'secret',
    run: ({ authSecrets, databaseOwnerUrl, databaseUrl }) =>
      withConnection(databaseOwnerUrl ?? databaseUrl, async (owner) => {
        if (!authSecrets) return 'generated'
        if (!(await findFingerprint(owner))) return 'not known to the database before the first start'
        await requireSecretOfDatabase(owner, fingerprintsOf(authSecrets))
        return authSecrets.length > 1 ? 'that of the database, with another one for a rotation' : 'that of the database'
      }),
  },
  {
    name: 'addresses',
    run: async ({ addresses, corsOrigins }) => {
      const open = [addresses.site, addresses.platform, addresses.api, ...corsOrigins].filter(isOpenHttp)
      if (open.length > 0) {
        throw new Error(`${open.join(', ')} must begin with https: anyone on the way could read passwords`)
      }
      return `${addresses.site}, ${addresses.platform}`
    },
  },
  {
    name: 'mail server',
    run: async ({ smtpUrl }) => {
      if (!smtpUrl) return 'not set: mail goes to the data directory'
      await checkMailServer(smtpUrl)
      return new URL(smtpUrl).host
    },
  },
  {
    name: 'data directory',
    run: async ({ dataDirectory, filesBucket, smtpUrl }) => {
      if (filesBucket && smtpUrl) return 'not needed: files go to the bucket, mail to the mail server'
      await mkdir(dataDirectory, { recursive: true })
      if (!filesBucket) await checkStore(diskFiles(join(dataDirectory, 'files')), {})
      const mail = join(dataDirectory, 'mail')
      if (!smtpUrl) await mkdir(mail, { recursive: true }).then(() => access(mail, constants.W_OK))
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

/** Not of this machine, such as a test of a release. */
function isOpenHttp(address: string) {
  return address.startsWith('http:') && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}

async function withConnection(
  url: string | undefined,
  work: (database: ReturnType<typeof openDatabase>) => Promise<string>,
) {
  if (!url) return 'embedded'
  const database = openDatabase(url)
  try {
    return await work(database)
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return 'after the migrations'
    throw error
  } finally {
    await database.end()
  }
}
