import type { FastifyInstance } from 'fastify'

/** /healthz: the process is alive. /readyz: it can serve, which takes what `isReady` asks for, and is not on its way out. */
export function answerHealthChecks(app: FastifyInstance, isReady: () => Promise<boolean>) {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = !leaving && (await isReady().catch(() => false))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
