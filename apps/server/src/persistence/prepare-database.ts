import { type Database, openDatabase, type PoolOverrides } from './database.ts'
import { migrate } from './migrate.ts'
import { ensureServingRole, grantServing } from './serving-role.ts'

type Addresses = {
  url: string
  /** The owner of the tables, if someone else than who serves. */
  ownerUrl?: string | undefined
  warn: (message: string) => void
  pool?: PoolOverrides
}

const TWO_USERS = 'Set DATABASE_OWNER_URL for the owner and DATABASE_URL for a user without rights of its own.'

/** Brings the tables up to date as their owner, and opens the database as the role that serves. */
export async function prepareDatabase({ url, ownerUrl, warn, pool }: Addresses): Promise<Database> {
  const owner = openDatabase(ownerUrl ?? url)
  try {
    const serving = ownerUrl ? await userOf(url) : undefined
    const role = await migrate(owner, async (client) => {
      const name = serving ?? (await ensureServingRole(client))
      if (name) await grantServing(client, name)
      return name
    })
    const database = openDatabase(url, serving ? undefined : role, pool)
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

/** Whether the policies of the tables count for the user that serves. */
async function isIsolated(database: Database): Promise<boolean> {
  try {
    return (await database.query("select row_security_active('organizations') as active")).rows[0].active
  } catch (error) {
    await database.end()
    throw error
  }
}
