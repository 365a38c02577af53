import { createHash } from 'node:crypto'
import { planOperations } from '@sherpa/contracts/plan-operations'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { alreadyHas } from '../../http/negotiate.ts'
import type { Plans } from './plans.ts'

export function planRoutes(endpoint: DefineEndpoint, plans: Plans) {
  endpoint(planOperations.plans, { limits: 'none' }, async ({ request, reply }) =>
    sendWithEtag(request, reply, { plans: await plans.list() }),
  )

  endpoint(planOperations.plan, { limits: 'none' }, async ({ parameter, request, reply }) => {
    const id = parameter('id')
    // PostgreSQL rejects NUL in text parameters.
    const found = id.includes('\0') ? undefined : await plans.find(id)
    if (!found) throw new Refusal('not-found')
    return sendWithEtag(request, reply, found)
  })
}

function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const json = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'public, no-cache' })
  if (alreadyHas(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
