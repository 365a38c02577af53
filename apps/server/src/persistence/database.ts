import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway, isTransactionConflict } from './database-away.ts'
import { DatabaseHealth } from './database-health.ts'
import { MonitoredPool } from './monitored-pool.ts'

// A day has no time: as a Date it would be another day in another zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** The pool, or one client of it in the middle of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Enough for the work of one process; more would only queue inside PostgreSQL. */
const CONNECTIONS = 20
const TENANT_CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000
/** A transaction that does nothing for so long was forgotten: its locks would keep others waiting. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
const PROBE_TIMEOUT_MS = 1000
/** For each of the two pools of work in the background. */
const BACKGROUND_CONNECTIONS = 6
const BACKGROUND_STATEMENT_TIMEOUT_MS = 600_000

/** What everything that some work calls has in common: the organization it is about, and that a transaction is under way. */
type Scope = { organization?: string; transaction?: true }
const scope = new AsyncLocalStorage<Scope>()

/**
 * Connections for what is not about one organization, and others for what is. Row-level security shows the former no row of any
 * organization, and the latter only those of the one that they were told when they were handed out: every time, so that nothing
 * depends on what a connection was used for before.
 *
 * Inside a transaction only its client can be reached. Work that waits for a second connection while it holds one stalls the
 * whole server as soon as enough of it runs at once, and what it writes there does not belong to the transaction.
 */
export class Database extends MonitoredPool {
  readonly #tenants: pg.Pool
  /** A connection that waits for nobody: a busy server is not an unreachable database. */
  readonly #probe: pg.Pool
  readonly #settings: pg.PoolConfig
  readonly #health: DatabaseHealth

  constructor(
    settings: pg.PoolConfig,
    connections: { general: number; tenants: number } = { general: CONNECTIONS, tenants: TENANT_CONNECTIONS },
    health = new DatabaseHealth(),
  ) {
    super({ ...settings, max: connections.general }, health)
    this.#settings = settings
    this.#health = health
    // What is said about the organization goes out together with the query that it is for.
    const tenantSettings = { ...settings, pipeline: true, stream: () => new JoiningSocket(), max: connections.tenants }
    this.#tenants = new MonitoredPool(tenantSettings, health)
    const probeTimeouts = { ...timeouts(PROBE_TIMEOUT_MS), connectionTimeoutMillis: PROBE_TIMEOUT_MS }
    this.#probe = new MonitoredPool({ ...settings, ...probeTimeouts, max: 1 }, health)

    const anywhere = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const { organization, transaction } = scope.getStore() ?? {}
      return organization && !transaction ? this.#queryInside(organization, args) : anywhere(...args)
    }) as typeof this.query
  }

  /** The same over connections of its own, for work that may take its time: requests do not wait for it, nor it for them. */
  forBackground() {
    const connections = { general: BACKGROUND_CONNECTIONS, tenants: BACKGROUND_CONNECTIONS }
    const settings = { ...this.#settings, ...timeouts(BACKGROUND_STATEMENT_TIMEOUT_MS) }
    return new Database(settings, connections, this.#health)
  }

  /** Whether the database answers, and takes writes. One that does not is a standby, or was before a failover. */
  async isWritable(): Promise<boolean> {
    const { rows } = await this.#probe.query("select current_setting('transaction_read_only') = 'off' as writable")
    if (!rows[0].writable) this.#health.retireConnections()
    return rows[0].writable
  }

  /** Whether the last write failed for want of disk or memory. */
  get writesFail() {
    return this.#health.writesFail
  }

  /** Requests that wait for a connection. */
  get waiting() {
    return this.waitingCount + this.#tenants.waitingCount
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]) {
    const { organization } = scope.getStore() ?? {}
    const refused = refusedInTransaction()
    // Only `query` calls it with a callback, and never inside an organization.
    if (callback) return refused ? callback(refused, undefined, () => undefined) : super.connect(callback)
    if (refused) return Promise.reject(refused)
    return organization ? this.#connectInside(organization) : super.connect()
  }

  /** A connection on which a transaction has begun. */
  async begin(): Promise<pg.PoolClient> {
    const refused = refusedInTransaction()
    if (refused) throw refused
    const { organization } = scope.getStore() ?? {}
    const client = await (organization ? this.#tenants.connect() : super.connect())
    try {
      // Both in one message. What comes next waits for its answer: without a transaction, it would stay even if the rest fails.
      await client.query(
        organization ? `begin; set local app.organization = ${pg.escapeLiteral(organization)}` : 'begin',
      )
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  override async end() {
    await Promise.all([super.end(), this.#tenants.end(), this.#probe.end()])
  }

  async #connectInside(organization: string) {
    const client = await this.#tenants.connect()
    try {
      await enter(client, organization)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async #queryInside(organization: string, args: unknown[]) {
    const client = await this.#tenants.connect()
    try {
      const [, result] = await Promise.all([
        enter(client, organization),
        (client.query as (...args: unknown[]) => Promise<unknown>)(...args),
      ])
      client.release()
      return result
    } catch (error) {
      // As in the other pool: what PostgreSQL refuses is not the connection's fault, anything else may be.
      client.release(!(error instanceof pg.DatabaseError) || isDatabaseAway(error))
      throw error
    }
  }
}

function refusedInTransaction() {
  if (!scope.getStore()?.transaction) return undefined
  return new Error('The pool was used inside a transaction: use the client of the transaction.')
}

/**
 * Statements that are sent without waiting for each other go out with one system call: each costs more than the bytes it sends. pg
 * corks the stream for the messages of one statement; what is corked waits for the end of what runs now.
 */
class JoiningSocket extends Socket {
  #waiting = false

  override uncork() {
    if (this.#waiting) return
    this.#waiting = true
    process.nextTick(() => {
      this.#waiting = false
      this.#send()
    })
  }

  override end(...args: unknown[]) {
    this.#send()
    return super.end(...(args as Parameters<Socket['end']>))
  }

  #send() {
    while (this.writableCorked > 0) super.uncork()
  }
}

/** Should it fail, the caller must not use what was asked after it. */
function enter(client: pg.PoolClient, organization: string) {
  return client.query({
    name: 'enter-organization',
    text: "select set_config('app.organization', $1, false)",
    values: [organization],
  })
}

/** For tests. */
export type PoolOverrides = Pick<
  pg.PoolConfig,
  'Client' | 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'
>

export function openDatabase(url: string, role?: string, overrides: PoolOverrides = {}) {
  return new Database({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...timeouts(STATEMENT_TIMEOUT_MS),
    keepAlive: true,
    application_name: 'sherpa',
    ...(role && { options: `-c role=${role}` }),
    ...overrides,
  })
}

function timeouts(statementMs: number): pg.PoolConfig {
  return {
    statement_timeout: statementMs,
    // For a server that vanished and cannot say so.
    query_timeout: statementMs + 5000,
    idle_in_transaction_session_timeout: Math.max(IDLE_TRANSACTION_TIMEOUT_MS, statementMs),
  }
}

/** By the client of a transaction: what was sent and is not waited for before its end. */
const sentAhead = new WeakMap<Queryable, Promise<unknown>[]>()

/** After the first attempt. */
const CONFLICT_RETRIES = 2
const LONGEST_RETRY_DELAY_MS = 50

/**
 * All of it or nothing. After a deadlock or serialization failure `work` runs again from the start, so it must be repeatable: it takes
 * what it needs as values, never from a stream, and does nothing outside of the database. Files are received before the transaction,
 * mail is queued in it, and callbacks such as `onMail` are called after it.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await attemptTransaction(database, work)
    } catch (error) {
      if (retries === CONFLICT_RETRIES || !isTransactionConflict(error)) throw error
      // A random delay: two that met once would otherwise meet again.
      await pause(Math.random() * LONGEST_RETRY_DELAY_MS)
    }
  }
}

async function attemptTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.begin()
  const unanswered: Promise<unknown>[] = []
  sentAhead.set(client, unanswered)
  try {
    const result = await scope.run({ ...scope.getStore(), transaction: true }, () => work(client))
    // After a statement that failed, PostgreSQL rolls back whatever it is told.
    await Promise.all([...unanswered, client.query('commit')])
    sentAhead.delete(client)
    client.release()
    return result
  } catch (error) {
    sentAhead.delete(client)
    // A connection that cannot even roll back is not given to anyone else.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw await rootCause(error, unanswered)
  }
}

/** After a failed statement that nobody waited for, the next one fails too, with a code that says nothing about why. */
async function rootCause(error: unknown, unanswered: Promise<unknown>[]) {
  if ((error as { code?: unknown } | undefined)?.code !== TRANSACTION_ABORTED) return error
  const failed = (await Promise.allSettled(unanswered)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : error
}
const TRANSACTION_ABORTED = '25P02'

/**
 * For statements whose answers nobody needs: they go out together with the next one, at the latest with the end of the transaction.
 * If one fails, so does the transaction.
 */
export function sendAhead(client: Queryable, ...statements: Promise<unknown>[]) {
  const unanswered = sentAhead.get(client)
  if (!unanswered) throw new Error('Only a transaction waits for what was sent ahead.')
  unanswered.push(...statements)
  // Whoever ends the transaction hears of it.
  for (const statement of statements) statement.catch(() => undefined)
}

/** All that `work` asks of the database is about one organization. */
export function inOrganization<Result>(organization: string, work: () => Promise<Result>): Promise<Result> {
  return scope.run({ ...scope.getStore(), organization }, work)
}

/** For what goes on after the call that began it, whatever organization that was about. */
export function outsideOfOrganizations<Result>(work: () => Result): Result {
  return scope.run({}, work)
}

/** From here to the end of the transaction, its client is about this organization. */
export async function enterOrganization(client: Queryable, organization: string) {
  await client.query("select set_config('app.organization', $1, true)", [organization])
}
