import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Leaves time to answer within a second on a busy server. */
const CHECK_TIMEOUT_MS = 750

type Checks = {
  /** Requests are still answered, but a proxy should send no more. */
  isDraining: () => boolean
  isReady: () => Promise<boolean>
  /** Reported only. The server stays ready: reads still work, and the other servers share the same full disk. */
  writesFail: () => boolean
}

/** Whether it is ready, known in time for a probe. */
export function inTime(isReady: () => Promise<boolean>) {
  const asked = () => isReady().catch(() => false)
  return () => Promise.race([asked(), pause(CHECK_TIMEOUT_MS, false, { ref: false })])
}

/** /healthz: the process is alive. /readyz: it can serve. 404 tells a proxy to drain it, 503 to cut it off. */
export function answerHealthChecks(app: FastifyInstance, { isDraining, isReady, writesFail }: Checks) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (isClosing || isDraining()) return reply.code(404).send({ status: 'draining' })
    const writes = writesFail() ? 'failing' : 'ok'
    return (await isReady()) ? { status: 'ready', writes } : reply.code(503).send({ status: 'not ready' })
  })
}
