import { AsyncLocalStorage } from 'node:async_hooks'
import type { DBAdapter } from 'better-auth'
import { isDatabaseAway } from '../../../persistence/database-away.ts'

/** Async context: the call of better-auth under way, with the first query of it that did not reach the database. */
const call = new AsyncLocalStorage<{ failure?: unknown }>()

/**
 * better-auth catches errors of its storage and goes on as if there were no session or no ticket. A database that restarts must not
 * look like a wrong password or an expired link.
 */
export const storageFailures = {
  /** The same storage, which notes its failures with the call that they belong to. */
  note(adapter: DBAdapter): DBAdapter {
    const noted = Object.entries(adapter).map(([name, member]) => {
      if (typeof member !== 'function') return [name, member]
      const noting = async (...args: unknown[]) => {
        try {
          return await (member as (...args: unknown[]) => unknown)(...args)
        } catch (error) {
          const current = call.getStore()
          if (current && isDatabaseAway(error)) current.failure ??= error
          throw error
        }
      }
      return [name, noting]
    })
    return Object.fromEntries(noted)
  },

  /** If `work` fails after a query did, that query's error is thrown. */
  async rethrow<Result>(work: () => Promise<Result>): Promise<Result> {
    const current: { failure?: unknown } = {}
    try {
      return await call.run(current, work)
    } catch (error) {
      throw current.failure ?? error
    }
  },
}
