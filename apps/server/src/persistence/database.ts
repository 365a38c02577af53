import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export type Database = pg.Pool
/** The pool, or one client of it in the middle of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Enough for the work of one process; more would only queue inside PostgreSQL. */
const CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000

/** Set while a transaction is under way, for everything that its work calls. */
const transaction = new AsyncLocalStorage<true>()

/**
 * Inside a transaction only its client can be reached. Work that waits for a second connection while it holds one stalls the
 * whole server as soon as enough of it runs at once, and what it writes there does not belong to the transaction.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]) {
    if (!transaction.getStore()) return callback ? super.connect(callback) : super.connect()
    const error = new Error('The pool was used inside a transaction: use the client of the transaction.')
    return callback ? callback(error, undefined, () => undefined) : Promise.reject(error)
  }
}

export function openDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // For a server that vanished and cannot say so.
    query_timeout: STATEMENT_TIMEOUT_MS + 5000,
    keepAlive: true,
    application_name: 'sherpa',
  })
  // A connection that breaks while idle is simply replaced; the next query says what is wrong, if it still is.
  pool.on('error', () => undefined)
  return pool
}

/** All of it or nothing. */
export async function inTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const result = await transaction.run(true, () => work(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given to anyone else.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}
