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

/** /healthz: the process is alive. /readyz: it can serve. 404 tells a proxy to drain it, 503 to cut it off. */
export function answerHealthChecks(app: FastifyInstance, { isDraining, isReady, writesFail }: Checks) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (isClosing || isDraining()) return reply.code(404).send({ status: 'draining' })
    const checked = isReady().catch(() => false)
    const ready = await Promise.race([checked, pause(CHECK_TIMEOUT_MS, false, { ref: false })])
    const writes = writesFail() ? 'failing' : 'ok'
    return ready ? { status: 'ready', writes } : reply.code(503).send({ status: 'not ready' })
  })
}
