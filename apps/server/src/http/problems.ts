import { type ProblemCode, type ProblemDetails, problemOf, Refusal } from '@sherpa/contracts/problem'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseAway } from '../persistence/database-away.ts'

/** How long to wait when the database is away for a moment. */
const RETRY_AFTER_SECONDS = 2

export function sendProblem(reply: FastifyReply, code: ProblemCode, more?: ProblemDetails) {
  const body = problemOf(code, more)
  return reply.code(body.status).type('application/problem+json').send(body)
}

/** The one place where what was thrown becomes an answer. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds)
      return sendProblem(reply, error.code, error)
    }
    // What is wrong with the request itself comes with a status. A client that goes away while it sends is such an error,
    // and its code is that of any broken connection.
    if (error.statusCode === undefined && isDatabaseAway(error)) {
      request.log.warn({ code: error.code }, 'database unavailable')
      return sendProblem(reply.header('Retry-After', RETRY_AFTER_SECONDS), 'unavailable')
    }
    const code = codeOf(error.statusCode)
    if (code === 'internal-error') request.log.error({ err: error }, 'unexpected error')
    return sendProblem(reply, code)
  })
}

function codeOf(status: number | undefined): ProblemCode {
  if (status === 413) return 'payload-too-large'
  if (status === 415) return 'unsupported-media-type'
  if (status === 503) return 'unavailable'
  return status && status >= 400 && status < 500 ? 'malformed-request' : 'internal-error'
}
