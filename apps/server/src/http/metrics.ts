import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { commit, release } from '../release.ts'
import { sendProblem } from './problems.ts'
import { addResourceMetrics, type Resources } from './resource-metrics.ts'
import type { StateMetric } from './state-metrics.ts'

type Parts = Resources & { state: StateMetric[] }

/** What the server counts, for Prometheus. */
export function createMetrics({ state, ...resources }: Parts) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'release_info',
    help: '1, for the release and commit that run',
    labelNames: ['release', 'commit'],
    registers: [registry],
  }).set({ release, commit }, 1)
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers of the API, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_answer_seconds',
    help: 'Time until the answer was sent',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  for (const { name, help, read } of state) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
    })
  }

  return {
    registry,
    ...addResourceMetrics(registry, resources),
    countAnswer(route: string, { method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
      answers.inc({ method, route, status: statusCode })
      // Live updates end when the window does.
      if (!routeOptions.config.stream) seconds.observe({ route }, elapsedTime / 1000)
    },
  }
}

/** GET /metrics, protected by a token. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string) {
  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return sendProblem(reply, 'not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Constant-time comparison against timing attacks. */
function isSame(given: string, expected: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
