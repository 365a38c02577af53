import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** Command tags of statements that changed at least one row. */
const WRITE = /^(INSERT 0|UPDATE|DELETE|MERGE|COPY) [1-9]/
const OUT_OF_DISK_OR_MEMORY = new Set(['53100', '53200'])
const READ_ONLY = '25006'

/** What the connections of one server tell about the database, for all its pools together. */
export class DatabaseHealth {
  #writesFail = false
  /** Raised when a server is found read-only: connections of earlier generations may lead to it. */
  #generation = 0
  readonly #generations = new WeakMap<pg.ClientBase, number>()

  /** From the first failure for want of disk or memory until the next write that succeeds. Reads may work all the while. */
  get writesFail() {
    return this.#writesFail
  }

  /** Listens to the protocol: no error is missed, whoever handles it, and no statement costs more. */
  watch(client: pg.ClientBase) {
    this.#generations.set(client, this.#generation)
    const { connection } = client as unknown as { connection?: EventEmitter }
    connection?.on('errorMessage', ({ code }: { code?: string }) => {
      if (code && OUT_OF_DISK_OR_MEMORY.has(code)) this.#writesFail = true
      // Many may fail at once on the same server: that is one generation.
      if (code === READ_ONLY && !this.isRetired(client)) this.retireConnections()
    })
    connection?.on('commandComplete', ({ text }: { text: string }) => {
      if (this.#writesFail && WRITE.test(text)) this.#writesFail = false
    })
  }

  /** After a failover the old server is read-only. Connections that are open now are not handed out again. */
  retireConnections() {
    this.#generation++
  }

  isRetired(client: pg.ClientBase) {
    return (this.#generations.get(client) ?? this.#generation) < this.#generation
  }
}
