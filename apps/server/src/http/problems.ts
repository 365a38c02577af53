import { type ProblemCode, type ProblemDetails, problemOf, Refusal } from '@sherpa/contracts/problem'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { BrokenSeal } from '../files/sealed-bytes.ts'
import { MissingObject, StoreUnavailable } from '../files/store-errors.ts'
import { isDatabaseUnavailable } from '../persistence/database-unavailable.ts'
import type { Cells } from './cells.ts'

/** While the database is unreachable. */
const RETRY_AFTER_SECONDS = 2
const STORE_RETRY_AFTER_SECONDS = 10
/** Raised by the database (`require_here`, `refuse_while_moving`). */
const ORGANIZATION_MOVES = 'CE503'
const MOVE_RETRY_AFTER_SECONDS = 10

export function sendProblem(reply: FastifyReply, code: ProblemCode, more?: ProblemDetails) {
  const body = problemOf(code, more)
  return reply.code(body.status).type('application/problem+json').send(body)
}

/** Error handler: turns every thrown error into a problem document. */
export function answerErrors(app: FastifyInstance, cells: Cells) {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds)
      return sendProblem(reply, error.code, error)
    }
    const moved = cells.movedBy(error)
    if (moved) return sendProblem(reply, 'other-cell', { moved })
    if (error.code === ORGANIZATION_MOVES) {
      return sendProblem(reply.header('Retry-After', MOVE_RETRY_AFTER_SECONDS), 'organization-moving')
    }
    // Errors with a status come from the request. An aborted request is one of them, with the code of any broken connection.
    if (error.statusCode === undefined && isDatabaseUnavailable(error)) {
      request.log.warn({ code: error.code }, 'database unavailable')
      return sendProblem(reply.header('Retry-After', RETRY_AFTER_SECONDS), 'unavailable')
    }
    if (error instanceof StoreUnavailable) {
      request.log.error({ err: error }, 'file store unavailable')
      return sendProblem(reply.header('Retry-After', STORE_RETRY_AFTER_SECONDS), 'unavailable')
    }
    if (error instanceof BrokenSeal) {
      request.log.error({ err: error }, 'stored file damaged')
      return sendProblem(reply, 'file-missing')
    }
    if (error instanceof MissingObject) {
      request.log.error({ err: error }, 'file missing from the store')
      return sendProblem(reply, 'file-missing')
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
