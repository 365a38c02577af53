import type { VisitorRequest } from '@sherpa/contracts/desk'
import type { Problem } from '@sherpa/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HostedSite } from '../../http/hosted-site.ts'
import { momentAt } from '../../mail/zoned-time.ts'
import { createVisitorPages, type VisitorMessage, visitorMessages } from './visitor-page.ts'

type Params = { token: string }

/**
 * The page behind the mailed link. It calls the API, so that the same rules and limits apply. GET changes nothing, since
 * mail scanners open every link.
 */
export function serveVisitorPages(app: FastifyInstance, site: HostedSite | undefined) {
  const pagesHtml = createVisitorPages(site && findFont(site))
  app.register(async (pages) => {
    // Accepts forms only, whose values are strings.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    pages.get<{ Params: Params; Querystring: { done?: string } }>('/demo-request/:token', async (request, reply) => {
      const { done = '' } = request.query
      const message = Object.hasOwn(visitorMessages, done) ? (done as VisitorMessage) : undefined
      return sendPage(request, reply, { message })
    })

    pages.post<{ Params: Params }>('/demo-request/:token/cancellation', async (request, reply) => {
      const { problem } = await callApi(request, 'POST', '/cancellation')
      return problem ? sendPage(request, reply, { problem }) : redirectBack(request, reply, 'canceled')
    })

    pages.post<{ Params: Params; Body: { sure?: string } | null }>(
      '/demo-request/:token/erasure',
      async (request, reply) => {
        const { problem } = await callApi(request, 'POST', '/erasure', { sure: request.body?.sure === 'yes' })
        return problem ? sendPage(request, reply, { problem }) : redirectBack(request, reply, 'erased')
      },
    )

    pages.post<{ Params: Params; Body: { time?: string } | null }>(
      '/demo-request/:token/proposal',
      async (request, reply) => {
        const found = await callApi<VisitorRequest>(request, 'GET', '')
        if (!found.answer) return showMissing(reply, found.problem)
        const typed = request.body?.time ?? ''
        const time = momentAt(typed, found.answer)
        const { problem } = await callApi(request, 'POST', '/proposal', { startsAt: time?.toISOString() ?? '' })
        if (problem) return sendPage(request, reply, { problem, typed })
        return redirectBack(request, reply, 'proposed')
      },
    )

    async function sendPage(
      request: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
      { message, problem, typed }: { message?: VisitorMessage | undefined; problem?: Problem; typed?: string },
    ) {
      const { answer: known, problem: missing } = await callApi<VisitorRequest>(request, 'GET', '')
      if (!known) return showMissing(reply, missing)
      const error = problem && (problem.errors?.[0]?.message ?? problem.detail ?? problem.title)
      return setPrivateHeaders(reply)
        .code(problem?.status ?? 200)
        .send(pagesHtml.render(request.params.token, known, { message, error, typed }))
    }

    function showMissing(reply: FastifyReply, missing: Problem | undefined) {
      setPrivateHeaders(reply)
      if (missing?.code === 'data-erased') {
        return reply
          .code(410)
          .send(pagesHtml.renderMissing('This request was erased', 'All data we held about you has been erased.'))
      }
      if (missing?.code === 'not-found') {
        const words = 'Your mail program may have cut off the link. Copy the whole link into your browser.'
        return reply.code(404).send(pagesHtml.renderMissing('Request not found', words))
      }
      return reply
        .code(missing?.status ?? 503)
        .send(pagesHtml.renderMissing('Something went wrong', missing?.title ?? ''))
    }

    /** Keeps the page out of search engines, caches and referrers. */
    function setPrivateHeaders(reply: FastifyReply) {
      return reply.type('text/html; charset=utf-8').headers({
        'Content-Security-Policy': pagesHtml.policy,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
      })
    }

    function redirectBack(
      { params }: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
      done: VisitorMessage | 'erased',
    ) {
      return reply.redirect(`/demo-request/${encodeURIComponent(params.token)}?done=${done}`, 303)
    }

    async function callApi<Answer>(
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

/** URL of the site's font, which has a content hash. */
function findFont({ files }: HostedSite) {
  return [...files].find(([, { plain }]) => plain.headers['Content-Type'] === 'font/woff2')?.[0]
}
