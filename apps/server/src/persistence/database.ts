import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { withoutSpan } from '../tracing/trace.ts'
import { DatabaseHealth } from './database-health.ts'
import { DatabaseHosts, failoverClient, splitHosts } from './database-hosts.ts'
import { isDatabaseUnavailable, isTransactionConflict } from './database-unavailable.ts'

import { MonitoredPool } from './monitored-pool.ts'

// Days stay text: as a Date, the day would depend on the time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** The pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Enough for one process; more would only queue in PostgreSQL. Half of them are for tenants. */
const CONNECTIONS = 40
const CONNECT_TIMEOUT_MS = 5000
/** pg's ten seconds would close connections between two requests of a quiet hour, and with them what they have prepared. */
const IDLE_TIMEOUT_MS = 60_000
const STATEMENT_TIMEOUT_MS = 10_000
/**
 * A server that freezes in a transaction holds its locks. Requests do not wait for anything else inside of one, so this is far
 * beyond what a busy server needs between two statements.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = 1500
const PROBE_TIMEOUT_MS = 1000
const BACKGROUND_CONNECTIONS = 12
const BACKGROUND_STATEMENT_TIMEOUT_MS = 600_000

export type PoolUsage = Record<'max' | 'total' | 'idle' | 'waiting', number> & { pool: string }

/** Async context: tenant and open transaction. */
type Scope = { organization?: string; transaction?: true }
const scope = new AsyncLocalStorage<Scope>()

/**
 * Two pools: one without tenant, and one whose connections get their tenant at every checkout, so that no state leaks.
 * Row-level security shows the former no tenant's rows, and the latter only those of its tenant.
 *
 * Inside a transaction the pool refuses queries: waiting for a second connection while holding one can exhaust the pool,
 * and writes there would not belong to the transaction.
 */
export class Database extends MonitoredPool {
  readonly #tenants: MonitoredPool
  /** Separate connection for readiness: an exhausted pool is not an unreachable database. */
  readonly #probe: pg.Pool
  readonly #settings: pg.PoolConfig
  readonly #health: DatabaseHealth

  constructor(
    settings: pg.PoolConfig,
    /** Of both pools together. */
    connections = CONNECTIONS,
    health = new DatabaseHealth(),
  ) {
    super({ ...settings, pipeline: true, max: Math.ceil(connections / 2) }, health)
    this.#settings = settings
    this.#health = health
    // Pipelined: the tenant setting travels with the query.
    const tenantSettings = {
      ...settings,
      pipeline: true,
      stream: () => new JoiningSocket(),
      max: Math.floor(connections / 2),
    }
    this.#tenants = new MonitoredPool(tenantSettings, health)
    const probeTimeouts = { ...timeouts(PROBE_TIMEOUT_MS), connectionTimeoutMillis: PROBE_TIMEOUT_MS }
    this.#probe = new MonitoredPool({ ...settings, ...probeTimeouts, max: 1 }, health)

    const anywhere = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const { organization, transaction } = scope.getStore() ?? {}
      return organization && !transaction ? this.#queryInside(organization, args) : anywhere(...args)
    }) as typeof this.query
  }

  /** Separate pools with a longer statement timeout, so that requests and background work do not wait for each other. */
  forBackground(connections = BACKGROUND_CONNECTIONS) {
    const settings = {
      ...this.#settings,
      ...timeouts(BACKGROUND_STATEMENT_TIMEOUT_MS, BACKGROUND_STATEMENT_TIMEOUT_MS),
    }
    return new Database(settings, connections, this.#health)
  }

  /** Whether the database answers and accepts writes, which a standby does not. */
  async isWritable(): Promise<boolean> {
    const { rows } = await this.#probe.query("select current_setting('transaction_read_only') = 'off' as writable")
    if (!rows[0].writable) this.#health.retireConnections()
    return rows[0].writable
  }

  /** Whether writes fail because of full disk or memory. */
  get writesFail() {
    return this.#health.writesFail
  }

  /** When it last completed a statement of this server, by the clock of `performance`. */
  get answeredAt() {
    return this.#health.answeredAt
  }

  /** Usage of its pools, for metrics. `prefix` names the owner. */
  pools(prefix: string): PoolUsage[] {
    const pools = { [prefix]: this as pg.Pool, [`${prefix}-tenants`]: this.#tenants }
    return Object.entries(pools).map(([pool, { options, totalCount, idleCount, waitingCount }]) => ({
      pool,
      max: options.max ?? 0,
      total: totalCount,
      idle: idleCount,
      waiting: waitingCount,
    }))
  }

  /** Number of queued checkouts. */
  get waiting() {
    return this.waitingCount + this.#tenants.waitingCount
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]) {
    const { organization } = scope.getStore() ?? {}
    const refused = refusedInTransaction()
    // Only `query` passes a callback, and never with a tenant.
    if (callback) return refused ? callback(refused, undefined, () => undefined) : super.connect(callback)
    if (refused) return Promise.reject(refused)
    return organization ? this.#connectInside(organization) : super.connect()
  }

  /** Checks out a connection and begins a transaction. */
  async begin(): Promise<pg.PoolClient> {
    const refused = refusedInTransaction()
    if (refused) throw refused
    const { organization } = scope.getStore() ?? {}
    const client = await (organization ? this.#tenants.connect() : super.connect())
    try {
      // One message for both. Awaited: if `begin` failed, later statements would commit on their own.
      await client.query(
        organization ? `begin; set local app.organization = ${pg.escapeLiteral(organization)}` : 'begin',
      )
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  override disconnect() {
    super.disconnect()
    this.#tenants.disconnect()
  }

  override async end() {
    this.#health.stop()
    await Promise.all([super.end(), this.#tenants.end(), this.#probe.end()])
  }

  async #connectInside(organization: string) {
    const client = await this.#tenants.connect()
    try {
      await setTenant(client, organization)
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
        setTenant(client, organization),
        (client.query as (...args: unknown[]) => Promise<unknown>)(...args),
      ])
      client.release()
      return result
    } catch (error) {
      // As in the other pool: keep the connection after an ordinary SQL error, discard it after any other.
      client.release(!(error instanceof pg.DatabaseError) || isDatabaseUnavailable(error))
      throw error
    }
  }
}

function refusedInTransaction() {
  if (!scope.getStore()?.transaction) return undefined
  return new Error('The pool was used inside a transaction: use the client of the transaction.')
}

/**
 * Joins pipelined statements into one system call: calls cost more than bytes. pg corks the stream per statement;
 * here the cork lasts until the current task ends.
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

/** Sets the tenant. If it fails, the caller must discard the results of later statements. */
function setTenant(client: pg.PoolClient, organization: string) {
  return client.query({
    name: 'enter-organization',
    text: "select set_config('app.organization', $1, false)",
    values: [organization],
  })
}

/** For tests. */
export type PoolOverrides = Pick<
  pg.PoolConfig,
  'Client' | 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout' | 'idle_in_transaction_session_timeout'
>

export function openDatabase(url: string, role?: string, overrides: PoolOverrides = {}, connections?: number) {
  const addresses = splitHosts(url)
  const hosts = addresses.length > 1 ? new DatabaseHosts(addresses) : undefined
  const settings: pg.PoolConfig = {
    connectionString: addresses[0],
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...timeouts(STATEMENT_TIMEOUT_MS),
    keepAlive: true,
    application_name: 'sherpa',
    ...(role && { options: `-c role=${role}` }),
    ...overrides,
    ...(hosts && { Client: failoverClient(hosts) }),
  }
  return new Database(settings, connections, new DatabaseHealth(hosts))
}

function timeouts(statementMs: number, idleTransactionMs = IDLE_TRANSACTION_TIMEOUT_MS): pg.PoolConfig {
  return {
    statement_timeout: statementMs,
    // Client-side timeout for a server that disappeared.
    query_timeout: statementMs + 5000,
    idle_in_transaction_session_timeout: idleTransactionMs,
  }
}

/** Pipelined statements of each transaction, awaited at its end. */
const pipelinedStatements = new WeakMap<Queryable, Promise<unknown>[]>()

/** Besides the first attempt. */
const CONFLICT_RETRIES = 2
const MAX_RETRY_DELAY_MS = 50

/**
 * Runs `work` in a transaction and retries it after a conflict with another one. So `work` must be repeatable:
 * no streams as input, no effects outside the database. Receive files before it, queue mail in it, and call `onMail` after it.
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
      // Jitter, so that the same transactions do not collide again.
      await pause(Math.random() * MAX_RETRY_DELAY_MS)
    }
  }
}

async function attemptTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.begin()
  const pipelined: Promise<unknown>[] = []
  pipelinedStatements.set(client, pipelined)
  try {
    const result = await scope.run({ ...scope.getStore(), transaction: true }, () => work(client))
    // After a failed statement, `commit` rolls back.
    await Promise.all([...pipelined, client.query('commit')])
    pipelinedStatements.delete(client)
    client.release()
    return result
  } catch (error) {
    pipelinedStatements.delete(client)
    // A connection that cannot roll back is discarded.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw await rootCause(error, pipelined)
  }
}

/** A statement after a failed pipelined one only reports that the transaction is aborted, or that it could not be prepared. */
async function rootCause(error: unknown, pipelined: Promise<unknown>[]) {
  if (!CONSEQUENCES.has((error as { code?: unknown } | undefined)?.code)) return error
  const failed = (await Promise.allSettled(pipelined)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : error
}
/** `in_failed_sql_transaction`, `invalid_sql_statement_name`. */
const CONSEQUENCES = new Set<unknown>(['25P02', '26000'])

/** Pipelines statements whose results are not needed. If one fails, the transaction fails. */
export function sendAhead(client: Queryable, ...statements: Promise<unknown>[]) {
  const pipelined = pipelinedStatements.get(client)
  if (!pipelined) throw new Error('Only a transaction waits for what was sent ahead.')
  pipelined.push(...statements)
  // The end of the transaction reports the error.
  for (const statement of statements) statement.catch(() => undefined)
}

/** Runs `work` with the tenant context of an organization. */
export function inOrganization<Result>(organization: string, work: () => Promise<Result>): Promise<Result> {
  return scope.run({ ...scope.getStore(), organization }, work)
}

/** Clears the tenant context, for work that outlives its request. */
export function withoutTenant<Result>(work: () => Result): Result {
  return withoutSpan(() => scope.run({}, work))
}

/** Sets the tenant for the rest of the transaction. */
export async function enterOrganization(client: Queryable, organization: string) {
  await client.query("select set_config('app.organization', $1::text, true), require_here($1::uuid)", [organization])
}

/** The same for work that began before a move of the organization, which waits for its end. */
export async function enterToFinish(client: Queryable, organization: string) {
  await client.query("select set_config('app.organization', $1, true)", [organization])
}
