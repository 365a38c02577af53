import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** An error as it is logged. PostgreSQL's details repeat the values that it refused, which may be somebody's. */
export function describeError({
  name,
  message,
  stack,
  code,
  constraint,
}: Error & { code?: string; constraint?: string }) {
  return { type: name, message, stack: stack ?? '', code, constraint }
}

/** What a line of the log is found by: every answer but the site's files says it. */
export function sayRequestIds(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
}

/** One line for each answer of the API: what was asked for and how it went, never by whom or with what. */
export function logAnswer(route: string, request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  )
}

/** After each answer of the API. Not the site's: listening for the end of an answer takes longer than finding a file. */
export function afterAnswers(api: FastifyInstance, tell: typeof logAnswer) {
  api.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url
    if (route?.startsWith('/api/')) tell(route, request, reply)
    done()
  })
}
