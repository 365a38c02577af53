import pg from 'pg'
import type { DatabaseHealth } from './database-health.ts'

type Connected = Parameters<pg.Pool['connect']>[0]

/** A pool that closes retired connections instead of handing them out. */
export class MonitoredPool extends pg.Pool {
  readonly #health: DatabaseHealth

  constructor(settings: pg.PoolConfig, health: DatabaseHealth) {
    super(settings)
    this.#health = health
    // A connection that breaks while idle is simply replaced; the next query says what is wrong, if it still is. The pool takes its
    // own listener off a client that is checked out: without another, its error event would end the process.
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      client.on('error', () => undefined)
      health.watch(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected) {
    return callback ? this.#connectWith(callback) : this.#connect()
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
