import { createHash } from 'node:crypto'
import { plan, planList } from '@sherpa/contracts/plan'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { alreadyHas } from '../../http/negotiate.ts'
import type { Plans } from './plans.ts'

export function planRoutes(endpoint: DefineEndpoint, plans: Plans) {
  endpoint(
    {
      method: 'GET',
      path: '/api/plans',
      operation: 'plans',
      summary: 'All plans',
      access: 'anyone',
      limits: 'none',
      answer: { status: 200, about: 'The plans, in order', schema: planList },
    },
    async ({ request, reply }) => sendTagged(request, reply, { plans: await plans.all() }),
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/plans/:id',
      textParameters: true,
      operation: 'plan',
      summary: 'One plan',
      access: 'anyone',
      limits: 'none',
      answer: { status: 200, about: 'The plan', schema: plan },
    },
    async ({ parameter, request, reply }) => {
      const id = parameter('id')
      // PostgreSQL text cannot hold it, so no plan can be called that.
      const found = id.includes('\0') ? undefined : await plans.find(id)
      if (!found) throw new Refusal('not-found')
      return sendTagged(request, reply, found)
    },
  )
}

/** With an ETag, so that a client that has it already is told so. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const json = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'public, no-cache' })
  if (alreadyHas(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
