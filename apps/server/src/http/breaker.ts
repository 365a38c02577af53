import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../persistence/database.ts'

/** A request that waits for longer makes the breaker ask the database. */
const PATIENCE_MS = 1000
const PROBE_PAUSE_MS = 250
const RETRY_AFTER_SECONDS = 2

export type Breaker = ReturnType<typeof createBreaker>

/**
 * While the database is silent, requests are refused at once. Otherwise each would wait for the timeout of its statement,
 * and all others for a connection. Silence is no answer for so long to a statement that needs nothing, on a connection of its
 * own, nor to any other statement. A database that refuses connections needs no breaker: statements fail at once.
 */
export function createBreaker(database: Database, silenceMs: number) {
  let isOpen = false
  let asking = false

  async function ask() {
    if (asking) return
    asking = true
    while (await isSilent()) {
      // Those that wait already get 503, too.
      if (!isOpen) database.disconnect()
      isOpen = true
      await pause(PROBE_PAUSE_MS, undefined, { ref: false })
    }
    isOpen = asking = false
  }

  async function isSilent() {
    const begun = performance.now()
    // Any other error is an answer.
    const answered = database.isWritable().then(
      () => true,
      ({ message }) => !/timeout/i.test(message),
    )
    const hasAnswered = await Promise.race([answered, pause(silenceMs, false, { ref: false })])
    return !hasAnswered && database.answeredAt < begun
  }

  return {
    get isOpen() {
      return isOpen
    },
    watch(app: FastifyInstance) {
      app.addHook('onRequest', (_request, { raw }, done) => {
        const timer = setTimeout(ask, PATIENCE_MS).unref()
        raw.once('close', () => clearTimeout(timer))
        done()
      })
    },
    check,
    async unlessOpen<Answer>(work: () => Promise<Answer>) {
      check()
      return work()
    },
  }

  function check() {
    if (isOpen) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
