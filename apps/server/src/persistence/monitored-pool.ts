import pg from 'pg'
import { keepSpan, traceStatements } from '../tracing/trace.ts'
import { type DatabaseHealth, disconnect } from './database-health.ts'
import { prepareStatements } from './prepared-statements.ts'

type Connected = Parameters<pg.Pool['connect']>[0]

/** A pool that closes retired connections instead of handing them out. */
export class MonitoredPool extends pg.Pool {
  readonly #health: DatabaseHealth
  readonly #open = new Set<pg.ClientBase>()

  constructor(settings: pg.PoolConfig, health: DatabaseHealth) {
    super(settings)
    this.#health = health
    // A broken idle connection is replaced; the next query reports lasting problems. The pool removes its own listener
    // from checked-out clients: without this one, their error event would end the process.
    this.on('error', () => undefined)
    this.on('remove', (client) => this.#open.delete(client))
    this.on('connect', (client) => {
      this.#open.add(client)
      client.on('error', (error) => health.noteFailure(error))
      health.watch(client)
      prepareStatements(client)
      traceStatements(client)
    })
    this.on('release', (error) => {
      if (error) health.noteFailure(error)
    })
  }

  /** For a database that is silent. */
  disconnect() {
    for (const client of this.#open) disconnect(client)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected) {
    return callback ? this.#connectWith(keepSpan(callback)) : this.#connect()
  }

  #connectWith(callback: Connected) {
    super.connect((error, client, release) => {
      if (!client || !this.#health.isRetired(client)) return callback(error, client, release)
      release(true)
      this.#connectWith(callback)
    })
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect()
      if (!this.#health.isRetired(client)) return client
      client.release(true)
    }
  }
}
