import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Log form of an error, without PostgreSQL's `detail`, which repeats rejected values. */
export function describeError({
  name,
  message,
  stack,
  code,
  constraint,
}: Error & { code?: string; constraint?: string }) {
  return { type: name, message, stack: stack ?? '', code, constraint }
}

/** A UUID, or random digits as of nginx. Anything else could be personal data. */
const REQUEST_ID = /^[0-9a-f-]{16,64}$/i

/** The id that the proxy gave a request and wrote into its own log, or a new one. */
export function requestIdOf(sent: unknown) {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
}

/** Adds the request id to every response except static files, to find its log lines. */
export function sayRequestIds(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
}

/** For logs and traces: tells organizations apart, and names none to people without the database. */
export function hashOfOrganization(id: string) {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** Adds fields to the log lines of a request from here on. */
export function addToLog(request: FastifyRequest, fields: { organization?: string; trace?: string }) {
  request.log = request.log.child(fields)
}

/** Access log: route, status and duration, without person or content. */
export function logAnswer(route: string, request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  )
}

/** Runs after each API response. Static files skip it: the listener costs more than serving the file. */
export function afterAnswers(api: FastifyInstance, log: typeof logAnswer) {
  api.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url
    if (route?.startsWith('/api/')) log(route, request, reply)
    done()
  })
}
