import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alreadyHas } from '../http/negotiate.ts'
import type { Plans } from './plans.ts'

export function planRoutes(app: FastifyInstance, plans: Plans) {
  app.get('/api/plans', async (request, reply) => sendTagged(request, reply, { plans: await plans.all() }))

  app.get<{ Params: { id: string } }>('/api/plans/:id', async (request, reply) => {
    const { id } = request.params
    // PostgreSQL text cannot hold it, so no plan can be called that.
    const plan = id.includes('\0') ? undefined : await plans.find(id)
    if (!plan) throw new Refusal('not-found')
    return sendTagged(request, reply, plan)
  })
}

/** With an ETag, so that a client that has it already is told so. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const json = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'public, no-cache' })
  if (alreadyHas(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
