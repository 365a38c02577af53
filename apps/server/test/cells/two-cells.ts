import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../../src/persistence/prepare-database.ts'
import { eventually } from '../faults/eventually.ts'
import { endServer, startServer } from '../faults/server-process.ts'
import { tablesOf } from '../table-ownership.ts'

export const SECRET = 'for servers that keep nothing secret'
export type Cell = Awaited<ReturnType<typeof prepareCell>>

/** Two PostgreSQL with one server each. What the domain `accounts` owns comes from the first by logical replication. */
export async function startTwoCells(directory: string, ports: { a: number; b: number }) {
  const a = await prepareCell(directory, 'a')
  const b = await prepareCell(directory, 'b')
  await a.database.query(`create publication accounts for table ${tablesOf.accounts?.join(', ')}`)
  await b.database.query(`create subscription accounts connection '${a.postgres.url}' publication accounts`)
  const servers = [
    await serve(directory, a, ports.a, { b: ports.b }),
    await serve(directory, b, ports.b, { a: ports.a }),
  ]
  return {
    a,
    b,
    /** Until what was written in the first so far is in the other. */
    async settle() {
      const { rows } = await a.database.query<{ position: string }>('select pg_current_wal_insert_lsn() as position')
      const statement = 'select from pg_stat_replication where replay_lsn >= $1'
      const hasArrived = async () => (await a.database.query(statement, [rows[0]?.position])).rowCount === 1
      if (!(await eventually(hasArrived, 60_000))) throw new Error('Accounts do not arrive in the other cell.')
    },
    async stop() {
      for (const server of servers) await endServer(server, 'SIGTERM')
      await b.database.query('drop subscription accounts')
      for (const { database, postgres } of [b, a]) {
        await database.end()
        await postgres.stop()
      }
    },
  }
}

async function prepareCell(directory: string, code: string) {
  const postgres = await startLogical(join(directory, code))
  await (await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: () => undefined })).end()
  const database = new pg.Client(postgres.url)
  await database.connect()
  return { code, postgres, database }
}

function serve(directory: string, { code, postgres }: Cell, port: number, others: Record<string, number>) {
  const addresses = Object.entries(others).map(([other, its]) => `${other}=http://127.0.0.1:${its}`)
  return startServer({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.url,
    AUTH_SECRET: SECRET,
    CELL: code,
    CELL_ADDRESSES: addresses.join(),
    // Files are in one place for all cells.
    DATA_DIRECTORY: directory,
  })
}

async function startLogical(directory: string) {
  const first = await startEmbeddedPostgres(directory)
  const client = new pg.Client(first.url)
  await client.connect()
  await client.query('alter system set wal_level = logical')
  await client.end()
  await first.stop()
  return startEmbeddedPostgres(directory)
}
