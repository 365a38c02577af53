import type { VisitorRequest } from '@sherpa/contracts/desk'
import type { Problem } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HostedSite } from '../../http/hosted-site.ts'
import { momentAt } from '../../mail/zoned-time.ts'
import { type VisitorMessage, visitorMessages, visitorPages } from './visitor-page.ts'

type Params = { token: string }

/**
 * The page that the link in our mails leads to. It asks the API as everyone does, so that the same rules and limits hold. What
 * changes something is a POST: whoever only opens links, such as a mail scanner, changes nothing.
 */
export function serveVisitorPages(app: FastifyInstance, site: HostedSite | undefined) {
  const show = visitorPages(site && fontOf(site))
  app.register(async (pages) => {
    // Forms only: whatever they send is text.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    pages.get<{ Params: Params; Querystring: { done?: string } }>('/demo-request/:token', async (request, reply) => {
      const { done = '' } = request.query
      const message = Object.hasOwn(visitorMessages, done) ? (done as VisitorMessage) : undefined
      return answer(request, reply, { message })
    })

    pages.post<{ Params: Params }>('/demo-request/:token/cancellation', async (request, reply) => {
      const { problem } = await ask(request, 'POST', '/cancellation')
      return problem ? answer(request, reply, { problem }) : backTo(request, reply, 'canceled')
    })

    pages.post<{ Params: Params; Body: { sure?: string } | null }>(
      '/demo-request/:token/erasure',
      async (request, reply) => {
        const { problem } = await ask(request, 'POST', '/erasure', { sure: request.body?.sure === 'yes' })
        return problem ? answer(request, reply, { problem }) : backTo(request, reply, 'erased')
      },
    )

    pages.post<{ Params: Params; Body: { time?: string } | null }>(
      '/demo-request/:token/proposal',
      async (request, reply) => {
        const known = await ask<VisitorRequest>(request, 'GET', '')
        if (!known.answer) return showMissing(reply, known.problem)
        const typed = request.body?.time ?? ''
        const time = momentAt(typed, known.answer)
        const { problem } = await ask(request, 'POST', '/proposal', { startsAt: time?.toISOString() ?? '' })
        if (problem) return answer(request, reply, { problem, typed })
        return backTo(request, reply, 'proposed')
      },
    )

    async function answer(
      request: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
      { message, problem, typed }: { message?: VisitorMessage | undefined; problem?: Problem; typed?: string },
    ) {
      const { answer: known, problem: missing } = await ask<VisitorRequest>(request, 'GET', '')
      if (!known) return showMissing(reply, missing)
      const error = problem && (problem.errors?.[0]?.message ?? problem.detail ?? problem.title)
      return privately(reply)
        .code(problem?.status ?? 200)
        .send(show.of(request.params.token, known, { message, error, typed }))
    }

    function showMissing(reply: FastifyReply, missing: Problem | undefined) {
      privately(reply)
      if (missing?.code === 'data-erased') {
        return reply
          .code(410)
          .send(show.without('This request was erased', 'All data we held about you has been erased.'))
      }
      if (missing?.code === 'not-found') {
        const words = 'Your mail program may have cut off the link. Copy the whole link into your browser.'
        return reply.code(404).send(show.without('Request not found', words))
      }
      return reply.code(missing?.status ?? 503).send(show.without('Something went wrong', missing?.title ?? ''))
    }

    /** For whoever has the link, and nobody else: not for search engines, caches and other sites. */
    function privately(reply: FastifyReply) {
      return reply.type('text/html; charset=utf-8').headers({
        'Content-Security-Policy': show.policy,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
      })
    }

    function backTo(
      { params }: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
      done: VisitorMessage | 'erased',
    ) {
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

/** The address of the site's typeface, which changes with every build that changes the file. */
function fontOf({ files }: HostedSite) {
  return [...files].find(([, { plain }]) => plain.headers['Content-Type'] === 'font/woff2')?.[0]
}
