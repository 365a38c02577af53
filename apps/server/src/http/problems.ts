import { type ProblemCode, problemOf } from '@sherpa/contracts/problem'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'

export function sendProblem(reply: FastifyReply, code: ProblemCode, detail?: string) {
  const body = problemOf(code, detail)
  return reply.code(body.status).type('application/problem+json').send(body)
}

/** The one place where what was thrown becomes an answer. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeOf(error.statusCode)
    if (code === 'internal-error') request.log.error({ err: error }, 'unexpected error')
    return sendProblem(reply, code)
  })
}

function codeOf(status: number | undefined): ProblemCode {
  if (status === 413) return 'payload-too-large'
  if (status === 415) return 'unsupported-media-type'
  if (status === 503) return 'shutting-down'
  return status && status >= 400 && status < 500 ? 'malformed-request' : 'internal-error'
}
