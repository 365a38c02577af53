import type { VisitorRequest } from '@sherpa/contracts/desk'
import type { Problem } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { momentAt } from '../../mail/zoned-time.ts'
import {
  type VisitorMessage,
  visitorMessages,
  visitorPage,
  visitorPagePolicy,
  visitorPageWithout,
} from './visitor-page.ts'

type Params = { token: string }

/**
 * The page that the link in our mails leads to. It asks the API as everyone does, so that the same rules and limits hold. What
 * changes something is a POST: whoever only opens links, such as a mail scanner, changes nothing.
 */
export function serveVisitorPages(app: FastifyInstance) {
  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    pages.get<{ Params: Params; Querystring: { done?: string } }>('/demo-request/:token', async (request, reply) => {
      const { done = '' } = request.query
      const message = done in visitorMessages ? (done as VisitorMessage) : undefined
      return show(request, reply, { message })
    })

    for (const [action, done] of [
      ['cancellation', 'canceled'],
      ['erasure', 'erased'],
    ] as const) {
      pages.post<{ Params: Params }>(`/demo-request/:token/${action}`, async (request, reply) => {
        const answer = await ask(request, 'POST', `/${action}`)
        return answer.problem ? show(request, reply, { problem: answer.problem }) : backTo(request, reply, done)
      })
    }

    pages.post<{ Params: Params; Body: { time?: string } | null }>(
      '/demo-request/:token/proposal',
      async (request, reply) => {
        const known = await ask<VisitorRequest>(request, 'GET', '')
        if (!known.answer) return show(request, reply, {})
        const time = momentAt(request.body?.time ?? '', known.answer)
        const answer = await ask(request, 'POST', '/proposal', { startsAt: time?.toISOString() ?? '' })
        return answer.problem ? show(request, reply, { problem: answer.problem }) : backTo(request, reply, 'proposed')
      },
    )

    async function show(
      request: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
      { message, problem }: { message?: VisitorMessage | undefined; problem?: Problem },
    ) {
      const { answer, problem: missing } = await ask<VisitorRequest>(request, 'GET', '')
      reply.type('text/html; charset=utf-8').headers({
        'Content-Security-Policy': visitorPagePolicy,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      if (answer) {
        const error = problem && (problem.errors?.[0]?.message ?? problem.title)
        return reply.code(problem?.status ?? 200).send(visitorPage(request.params.token, answer, { message, error }))
      }
      if (missing?.code === 'data-erased') {
        return reply.code(410).send(visitorPageWithout('This request was erased', visitorMessages.erased))
      }
      if (missing?.code === 'not-found') {
        const words = 'The link may have been cut off in your mail program. Copy the whole of it into your browser.'
        return reply.code(404).send(visitorPageWithout('There is no such request', words))
      }
      return reply
        .code(missing?.status ?? 503)
        .send(visitorPageWithout('This does not work right now', missing?.title ?? ''))
    }

    function backTo({ params }: FastifyRequest<{ Params: Params }>, reply: FastifyReply, done: VisitorMessage) {
      return reply.redirect(`/demo-request/${encodeURIComponent(params.token)}?done=${done}`, 303)
    }

    async function ask<Answer>(
      { params, ip }: FastifyRequest<{ Params: Params }>,
      method: 'GET' | 'POST',
      path: string,
      payload?: object,
    ): Promise<{ answer?: Answer; problem?: Problem }> {
      const answer = await app.inject({
        method,
        url: `/api/demo/requests/${encodeURIComponent(params.token)}${path}`,
        remoteAddress: ip,
        ...(payload && { payload }),
      })
      if (answer.statusCode >= 400) return { problem: answer.json() }
      return answer.statusCode === 204 ? {} : { answer: answer.json() }
    }
  })
}
