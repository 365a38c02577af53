import type { QueryConfig } from 'pg'
import type { Database, Queryable } from './database.ts'

const HEARTBEAT_MS = 10_000
const QUERY_TIMEOUT_MS = 5000
/** Without a heartbeat for longer, a server has crashed. */
export const ALIVE = "seen_at > now() - interval '30 seconds'"

export type RunningServer = {
  id: string
  connections: number
  platformUrl?: string
  /** Fingerprints. */
  secrets?: readonly [string, ...string[]]
}

/** Runs under the migration lock, so that no contract is applied between the release check and the first heartbeat. */
export async function registerServer(
  client: Queryable,
  { id, connections, platformUrl, secrets }: RunningServer,
  version: string,
) {
  // Of servers that crashed.
  await client.query("delete from servers where seen_at < now() - interval '1 day'")
  await client.query(
    'insert into servers (id, version, connections, platform_url, secrets) values ($1, $2, $3, $4, $5)',
    [id, version, connections, platformUrl, secrets],
  )
}

/** Where people reach the platform of the newest server that runs. */
export async function findPlatformUrl(client: Queryable): Promise<string | undefined> {
  const { rows } = await client.query(
    `select platform_url from servers where ${ALIVE} and platform_url is not null order by started_at desc limit 1`,
  )
  return rows[0]?.platform_url
}

/** Servers whose release does not have the migration. */
export async function countOlderServers(client: Queryable, migration: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as older from servers where version < $1 and ${ALIVE}`, [
    migration,
  ])
  return rows[0].older
}

export async function countServers(client: Queryable): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as servers from servers where ${ALIVE}`)
  return rows[0].servers
}

/** A warning if all servers together may exceed max_connections: those that run, or as many of this size. */
export async function findConnectionShortage(client: Queryable, each?: number): Promise<string | undefined> {
  const { rows } = await client.query(
    `select count(*)::int as running, sum(connections)::int as connections,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as accepted
     from servers where ${ALIVE}`,
  )
  const { running, connections, accepted } = rows[0]
  const servers = Math.max(running, 1)
  const wanted = each === undefined ? connections : each * servers
  if (wanted <= accepted) return undefined
  return `${servers} ${servers === 1 ? 'server' : 'servers'} may open ${wanted} connections, and PostgreSQL accepts ${accepted}: raise max_connections or lower DATABASE_CONNECTIONS.`
}

type Heartbeat = {
  version: string
  /** A contract was applied, because this server was paused or cut off for too long and counted as crashed. */
  onOutdated: (contract: string) => void
}

/** Stopping removes the server's row. */
export function startHeartbeat(
  database: Database,
  { id, connections, platformUrl, secrets }: RunningServer,
  { version, onOutdated }: Heartbeat,
) {
  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    beating ??= beat()
      // During an outage there are no migrations either.
      .catch(() => undefined)
      .finally(() => {
        beating = undefined
      })
  }, HEARTBEAT_MS).unref()

  async function beat() {
    // Upsert: the row of a server that was away for a day is deleted.
    await run(
      `insert into servers (id, version, connections, platform_url, secrets) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set seen_at = now()`,
      [id, version, connections, platformUrl, secrets],
    )
    const { rows } = await run('select find_newer_contract($1) as contract', [version])
    if (rows[0].contract) onOutdated(rows[0].contract)
  }

  function run(text: string, values: unknown[]) {
    return database.query({ text, values, query_timeout: QUERY_TIMEOUT_MS } as QueryConfig)
  }

  return {
    async stop() {
      clearInterval(timer)
      await beating
      await run('delete from servers where id = $1', [id]).catch(() => undefined)
    },
  }
}
