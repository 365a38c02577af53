import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The pool, or one client of it in the middle of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Enough for the work of one process; more would only queue inside PostgreSQL. */
const CONNECTIONS = 20
/** For work inside one organization, which keeps its connection from the first to the last query. */
const TENANT_CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000

/** What everything that some work calls has in common. */
type Scope = {
  /** The connection of the organization that the work is about. */
  client?: pg.PoolClient
  broken?: boolean
  /** A transaction is under way. */
  transaction?: true
}
const scope = new AsyncLocalStorage<Scope>()

/**
 * Connections for what is not about one organization, and others for what is. Row-level security shows the former no row of any
 * organization, and the latter only those of the one that they were opened for. A connection of the latter kind is never used
 * before it has been told which.
 *
 * Inside a transaction only its client can be reached. Work that waits for a second connection while it holds one stalls the
 * whole server as soon as enough of it runs at once, and what it writes there does not belong to the transaction.
 */
export class Database extends pg.Pool {
  readonly #tenants: pg.Pool

  constructor(url: string, role?: string) {
    const settings = settingsFor(url, role)
    super({ ...settings, max: CONNECTIONS })
    this.#tenants = new pg.Pool({ ...settings, max: TENANT_CONNECTIONS })
    // A connection that breaks while idle is simply replaced; the next query says what is wrong, if it still is.
    for (const pool of [this, this.#tenants]) pool.on('error', () => undefined)

    const anywhere = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const { client, transaction } = scope.getStore() ?? {}
      const inside = client && !transaction ? (client.query.bind(client) as typeof anywhere) : anywhere
      return inside(...args)
    }) as typeof this.query
  }

  /** All that `work` asks of the database is about one organization; `enter` tells the connection which, as its first statement. */
  async inOrganization<Entered, Result>(
    enter: (client: Queryable) => Promise<Entered>,
    work: (entered: Entered) => Promise<Result>,
  ): Promise<Result> {
    if (scope.getStore()?.transaction) throw insideTransaction()
    const client = await this.#tenants.connect()
    const inside: Scope = { client }
    try {
      const entered = await enter(client)
      return await scope.run(inside, () => work(entered))
    } finally {
      client.release(inside.broken ?? false)
    }
  }

  /** Requests that wait for a connection. */
  get waiting() {
    return this.waitingCount + this.#tenants.waitingCount
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]) {
    const inside = scope.getStore()
    const refused = inside?.transaction && insideTransaction()
    if (callback) {
      // Only `query` calls it like this, and never inside an organization.
      return refused ? callback(refused, undefined, () => undefined) : super.connect(callback)
    }
    if (refused) return Promise.reject(refused)
    return inside?.client ? Promise.resolve(lent(inside.client, inside)) : super.connect()
  }

  override async end() {
    await Promise.all([super.end(), this.#tenants.end()])
  }
}

export function openDatabase(url: string, role?: string) {
  return new Database(url, role)
}

function settingsFor(url: string, role: string | undefined): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // For a server that vanished and cannot say so.
    query_timeout: STATEMENT_TIMEOUT_MS + 5000,
    keepAlive: true,
    application_name: 'sherpa',
    ...(role && { options: `-c role=${role}` }),
  }
}

function insideTransaction() {
  return new Error('The pool was used inside a transaction: use the client of the transaction.')
}

/** The organization's own connection, which goes back when the work inside the organization is done. */
function lent(client: pg.PoolClient, inside: Scope): pg.PoolClient {
  return Object.create(client, {
    query: { value: client.query.bind(client) },
    release: {
      value: (broken?: boolean) => {
        inside.broken ||= broken === true
      },
    },
  })
}

/** All of it or nothing. */
export async function inTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const result = await scope.run({ ...scope.getStore(), transaction: true }, () => work(client))
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

/** Work inside one organization, for jobs and for what is done in somebody's name in several of them. */
export function inOrganization<Result>(database: Database, organization: string, work: () => Promise<Result>) {
  return database.inOrganization(
    (client) => client.query("select set_config('app.organization', $1, false)", [organization]),
    work,
  )
}

/** From here to the end of the transaction, its client is about this organization. */
export async function enterOrganization(client: Queryable, organization: string) {
  await client.query("select set_config('app.organization', $1, true)", [organization])
}
