import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import type { DatabaseHosts } from './database-hosts.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/** Command tags with at least one changed row. */
const WRITE = /^(INSERT 0|UPDATE|DELETE|MERGE|COPY) [1-9]/
const OUT_OF_DISK_OR_MEMORY = new Set(['53100', '53200'])
const READ_ONLY = '25006'

/** Health of the database, observed by all connections of this server. */
export class DatabaseHealth {
  #writesFail = false
  #answeredAt = 0
  /** Incremented when the database turns read-only: older connections may lead to the former primary. */
  #generation = 0
  readonly #generations = new WeakMap<pg.ClientBase, number>()
  readonly #hosts: DatabaseHosts | undefined
  /** With several hosts. */
  readonly #open = new Set<pg.ClientBase>()

  constructor(hosts?: DatabaseHosts) {
    this.#hosts = hosts
    if (hosts) hosts.onMoved = () => this.#disconnectAll()
  }

  stop() {
    this.#hosts?.stop()
  }

  /** True from an out-of-disk or out-of-memory error until the next successful write. Reads may work. */
  get writesFail() {
    return this.#writesFail
  }

  /** When a statement was last completed, by the clock of `performance`. */
  get answeredAt() {
    return this.#answeredAt
  }

  /** Observes the protocol, so that handled errors are seen, too, at no cost per statement. */
  watch(client: pg.ClientBase) {
    this.#generations.set(client, this.#generation)
    if (this.#hosts) {
      this.#open.add(client)
      client.once('end', () => this.#open.delete(client))
    }
    const { connection } = client as unknown as { connection?: EventEmitter }
    connection?.on('errorMessage', ({ code }: { code?: string }) => {
      if (code && OUT_OF_DISK_OR_MEMORY.has(code)) this.#writesFail = true
      // Concurrent failures on one server count as one generation.
      if (code === READ_ONLY && !this.isRetired(client)) this.retireConnections()
    })
    connection?.on('commandComplete', ({ text }: { text: string }) => {
      this.#answeredAt = performance.now()
      if (this.#writesFail && WRITE.test(text)) this.#writesFail = false
    })
  }

  /** After a failover the old server is read-only: open connections are closed at their next checkout. */
  retireConnections() {
    this.#generation++
    this.#hosts?.forget()
  }

  /** The writable host is looked up again, unless the server only refused a statement. */
  noteFailure(error: unknown) {
    if (!(error instanceof pg.DatabaseError) || isDatabaseUnavailable(error)) this.#hosts?.forget()
  }

  isRetired(client: pg.ClientBase) {
    return (this.#generations.get(client) ?? this.#generation) < this.#generation
  }

  /** Connections to the former host fail now, also LISTEN and those whose statements would wait for an answer. */
  #disconnectAll() {
    this.#generation++
    for (const client of this.#open) disconnect(client)
  }
}

/** Its statements fail now, also those that would wait for an answer. */
export function disconnect(client: pg.ClientBase) {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}
