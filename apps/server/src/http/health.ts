import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** With what else a busy server does, the answer is there within a second. */
const LONGEST_CHECK_MS = 750

type Checks = {
  isReady: () => Promise<boolean>
  /** Reads still work, and all servers share the disk: taking this one out would not help. */
  writesFail: () => boolean
}

/** /healthz: the process is alive. /readyz: it can serve, which takes what `isReady` asks for, and is not on its way out. */
export function answerHealthChecks(app: FastifyInstance, { isReady, writesFail }: Checks) {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const checked = isReady().catch(() => false)
    const ready = !leaving && (await Promise.race([checked, pause(LONGEST_CHECK_MS, false, { ref: false })]))
    const writes = writesFail() ? 'failing' : 'ok'
    return ready ? { status: 'ready', writes } : reply.code(503).send({ status: 'not ready' })
  })
}
