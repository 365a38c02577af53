import { AsyncLocalStorage } from 'node:async_hooks'
import type { DBAdapter } from 'better-auth'
import { isDatabaseUnavailable } from '../../../persistence/database-unavailable.ts'

/** Async context: the first connection failure of the current better-auth call. */
const call = new AsyncLocalStorage<{ failure?: unknown }>()

/**
 * better-auth swallows storage errors and treats them as a missing session or ticket. A restarting database must not
 * look like a wrong password or an expired link.
 */
export const storageFailures = {
  /** Records connection failures in the async context. */
  record(adapter: DBAdapter): DBAdapter {
    const members = Object.entries(adapter).map(([name, member]) => {
      if (typeof member !== 'function') return [name, member]
      const recording = async (...args: unknown[]) => {
        try {
          return await (member as (...args: unknown[]) => unknown)(...args)
        } catch (error) {
          const current = call.getStore()
          if (current && isDatabaseUnavailable(error)) current.failure ??= error
          throw error
        }
      }
      return [name, recording]
    })
    return Object.fromEntries(members)
  },

  /** If `work` fails after a connection failure, throws the latter. */
  async rethrow<Result>(work: () => Promise<Result>): Promise<Result> {
    const current: { failure?: unknown } = {}
    try {
      return await call.run(current, work)
    } catch (error) {
      throw current.failure ?? error
    }
  },
}
