import pg from 'pg'

export type Database = pg.Pool
/** The pool, or one client of it in the middle of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Enough for the work of one process; more would only queue inside PostgreSQL. */
const CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000

export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
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
    const result = await work(client)
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
