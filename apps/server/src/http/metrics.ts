import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sendProblem } from './problems.ts'

/** GET /metrics, for Prometheus: for whoever has the token. */
export function serveMetrics(
  app: FastifyInstance,
  {
    token,
    countMail,
    countJobs,
    writesFail,
  }: {
    token: string
    countMail: (status: 'queued' | 'failed') => Promise<number>
    countJobs: () => Promise<Record<'waiting' | 'running' | 'failed', number>>
    writesFail: () => boolean
  },
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  for (const [status, help] of [
    ['queued', 'Messages that wait to be sent'],
    ['failed', 'Messages that were given up'],
  ] as const) {
    new Gauge({
      name: `mail_${status}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await countMail(status).catch(() => Number.NaN))
      },
    })
  }
  new Gauge({
    name: 'jobs',
    help: 'Background jobs that are due and wait, that are running, and that were given up',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countJobs().catch(() => undefined)
      for (const state of ['waiting', 'running', 'failed'] as const) this.set({ state }, counts?.[state] ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'database_writes_failing',
    help: '1 after the database ran out of disk or memory, until a write succeeds',
    registers: [registry],
    collect() {
      this.set(writesFail() ? 1 : 0)
    },
  })

  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return sendProblem(reply, 'not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  return {
    countAnswer(route: string, { method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
      answers.inc({ method, route, status: statusCode })
      seconds.observe({ route }, elapsedTime / 1000)
    },
  }
}

/** Takes equally long wherever the two begin to differ, so that nobody can guess letter by letter. */
function isSame(given: string, expected: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
