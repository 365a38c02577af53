import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Leaves time to answer within a second on a busy server. */
const CHECK_TIMEOUT_MS = 750

type Checks = {
  isReady: () => Promise<boolean>
  /** Reported only. The server stays ready: reads still work, and the other servers share the same full disk. */
  writesFail: () => boolean
}

/** /healthz: the process is alive. /readyz: it can serve and is not shutting down. */
export function answerHealthChecks(app: FastifyInstance, { isReady, writesFail }: Checks) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const checked = isReady().catch(() => false)
    const ready = !isClosing && (await Promise.race([checked, pause(CHECK_TIMEOUT_MS, false, { ref: false })]))
    const writes = writesFail() ? 'failing' : 'ok'
    return ready ? { status: 'ready', writes } : reply.code(503).send({ status: 'not ready' })
  })
}
