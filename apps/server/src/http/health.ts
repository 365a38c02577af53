import type { FastifyInstance } from 'fastify'

/** /healthz: the process is alive. /readyz: it can serve (once it is on its way out, Fastify answers 503 for it). */
export function answerHealthChecks(app: FastifyInstance) {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', () => ({ status: 'ready' }))
}
