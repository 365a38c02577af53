import type { FastifyInstance } from 'fastify'

/**
 * /healthz: the process is alive. /readyz: it can serve, which takes what `isReady` asks for (once it is on its way out, Fastify
 * answers 503 for it).
 */
export function answerHealthChecks(app: FastifyInstance, isReady: () => Promise<boolean>) {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
