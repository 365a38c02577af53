import { EventEmitter } from 'node:events'
import pg from 'pg'
import { openDatabase } from '../src/persistence/database.ts'
import type { freshDatabase } from './fresh-database.ts'

/**
 * Runs everything on one connection in one transaction that never commits, so that changes can be rolled back at once.
 * Virtual clients keep their own role and tenant, and their transactions become savepoints.
 * Outside a transaction no statement may fail.
 */
export async function oneTransaction({
  url,
  serving,
}: Pick<Awaited<ReturnType<typeof freshDatabase>>, 'url' | 'serving'>) {
  const { rows } = await serving.query('select current_user as role')
  const real = new pg.Client(url)
  await real.connect()
  await real.query('begin')
  const { Client, undo } = clientsOn(real)
  const owner = openDatabase(url, undefined, { Client })
  const app = openDatabase(url, rows[0].role, { Client })

  return {
    /** Owner of the tables, who sees everything. */
    owner,
    /** Serving role of the app. */
    serving: app,
    keep: async () => void (await real.query('savepoint kept')),
    /** Rolls back to the last `keep`. */
    restore: async () => void (await undo('kept')),
    async end() {
      await Promise.all([owner.end(), app.end()])
      await real.end()
    },
  }
}

type Done = (error: unknown, result?: pg.QueryResult) => void

/** Client class for pools: all clients share one connection and take turns. */
function clientsOn(real: pg.Client) {
  let turn: Promise<unknown> = Promise.resolve()
  /** Current role and tenant of the connection, if known: only changes are sent. */
  let current: string | undefined

  /** Rolls back to the savepoint, which also restores role and tenant. */
  function undo(savepoint: string) {
    current = undefined
    return real.query(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`)
  }

  async function setContext(role: string, organization: string) {
    const wanted = `${role} ${organization}`
    if (current === wanted) return
    await real.query("select set_config('role', $1, true), set_config('app.organization', $2, true)", [
      role,
      organization,
    ])
    current = wanted
  }

  const Client = class extends EventEmitter {
    readonly #role: string
    #organization = ''
    /** Tenant of the current transaction. */
    #organizationInside: string | undefined
    #endTurn: (() => void) | undefined
    /** Pipelined statements run in order. */
    #last: Promise<unknown> = Promise.resolve()

    // Read by the pool.
    readonly _queryable = true
    /** Statements are prepared on the shared connection. */
    readonly connection = (real as unknown as { connection: object }).connection

    constructor(config: pg.ClientConfig) {
      super()
      this.#role = /role=(\w+)/.exec(config.options ?? '')?.[1] ?? 'none'
    }

    connect(done: () => void) {
      done()
    }

    end(done: () => void) {
      done()
    }

    query(...args: unknown[]) {
      const done = typeof args.at(-1) === 'function' ? (args.pop() as Done) : undefined
      const [statement, values] = args as [string | pg.QueryConfig, unknown[]?]
      const result = this.#last.then(() =>
        this.#run({ values: values ?? [], ...(typeof statement === 'string' ? { text: statement } : statement) }),
      )
      this.#last = result.catch(() => undefined)
      if (!done) return result
      result.then(
        (rows) => done(undefined, rows),
        (error) => done(error),
      )
      return undefined
    }

    async #run(statement: pg.QueryConfig) {
      const { text, values } = statement
      const begin = /^begin(?:; set local app\.organization = '(.+)')?$/.exec(text)
      if (begin) {
        await this.#takeTurn()
        this.#organizationInside = begin[1]
        return real.query('savepoint transaction')
      }
      if (/^(commit|rollback)$/i.test(text)) {
        this.#organizationInside = undefined
        const ended = /^rollback$/i.test(text) ? undo('transaction') : real.query('release savepoint transaction')
        return ended.finally(() => this.#leave())
      }
      const [, local] = /^select set_config\('app.organization', \$1, (true|false)\)$/.exec(text) ?? []
      if (local === 'true') this.#organizationInside = String(values?.[0])
      if (local === 'false') this.#organization = String(values?.[0])
      const inTransaction = this.#endTurn !== undefined
      if (!inTransaction) await this.#takeTurn()
      try {
        await setContext(this.#role, this.#organizationInside ?? this.#organization)
        return await real.query(statement)
      } finally {
        if (!inTransaction) this.#leave()
      }
    }

    async #takeTurn() {
      const before = turn
      const { promise, resolve } = Promise.withResolvers<void>()
      turn = promise
      await before
      this.#endTurn = resolve
    }

    #leave() {
      this.#endTurn?.()
      this.#endTurn = undefined
    }
  } as unknown as NonNullable<pg.PoolConfig['Client']>
  return { Client, undo }
}
