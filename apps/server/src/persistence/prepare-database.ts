import { requireKnownSecret } from './auth-secret.ts'
import { type Database, openDatabase, type PoolOverrides } from './database.ts'
import { migrate } from './migrate.ts'
import { findConnectionShortage, type RunningServer, registerServer } from './servers.ts'
import { ensureServingRole, grantServing } from './serving-role.ts'

type Addresses = {
  url: string
  /** Owner of the tables, if it is not the serving user. */
  ownerUrl?: string | undefined
  warn: (message: string) => void
  pool?: PoolOverrides
  /** Of the pools for requests, together. */
  connections?: number | undefined
  /** Of a server, which writes its first heartbeat; commands have none. */
  server?: RunningServer
  /** Applies contract migrations too. */
  contract?: boolean
}

export const TWO_USERS = 'Set DATABASE_OWNER_URL for the owner and DATABASE_URL for a user without rights of its own.'

/** Migrates as the owner and connects as the serving role. */
export async function prepareDatabase({
  url,
  ownerUrl,
  warn,
  pool,
  connections,
  server,
  contract = false,
}: Addresses): Promise<Database> {
  const owner = openDatabase(ownerUrl ?? url)
  try {
    const serving = ownerUrl ? await userOf(url) : undefined
    const role = await migrate(
      owner,
      async (client, { release, isOlder }) => {
        const name = serving ?? (await ensureServingRole(client))
        if (name && !isOlder) await grantServing(client, name)
        if (server?.secrets) await requireKnownSecret(client, server.secrets)
        if (server) await registerServer(client, server, release)
        return name
      },
      { contract, warn },
    )
    const shortage = server && (await findConnectionShortage(owner))
    if (shortage) warn(shortage)
    const database = openDatabase(url, serving ? undefined : role, pool, connections)
    if (!(await isIsolated(database))) {
      warn(
        `The database user that serves owns the tables or may bypass their policies, so row-level security is off. ${TWO_USERS}`,
      )
    } else if (!serving) {
      warn(`The owner of the tables serves as the role ${role}: injected SQL can reset the role. ${TWO_USERS}`)
    }
    return database
  } finally {
    await owner.end()
  }
}

async function userOf(url: string): Promise<string> {
  const database = openDatabase(url)
  try {
    return (await database.query('select current_user as name')).rows[0].name
  } finally {
    await database.end()
  }
}

/** Whether row-level security applies to the serving user. */
async function isIsolated(database: Database): Promise<boolean> {
  try {
    return (await database.query("select row_security_active('organizations') as active")).rows[0].active
  } catch (error) {
    await database.end()
    throw error
  }
}
