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

/** Adds the request id to every response except static files, to find its log lines. */
export function sayRequestIds(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
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
