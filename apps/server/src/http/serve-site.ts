import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HostedFile, HostedSite } from './hosted-site.ts'
import { alreadyHas, chooseRange, chooseVariant } from './negotiate.ts'
import { sendProblem } from './problems.ts'
import { strictTransportSecurity } from './security-headers.ts'

/** Serves all non-API paths from memory. */
export function serveSite(app: FastifyInstance, site: HostedSite) {
  app.register(async (files) => {
    // Not logged: a child logger per request would cost more than serving the file.
    files.setChildLoggerFactory((logger) => logger)
    for (const [address, file] of site.files) {
      files.get(address, (request, reply) => send(request, reply, 200, file))
      const isPage = !address.includes('.')
      if (isPage && address !== '/') {
        files.get(`${address}/`, (request, reply) => reply.redirect(withoutSlash(request.url), 308))
      }
    }
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    if (path.startsWith('/api/') || path === '/api') return sendProblem(reply, 'not-found')
    if (site.files.has(path)) {
      reply.header('Allow', 'GET, HEAD')
      return sendProblem(reply, 'method-not-allowed')
    }
    return send(request, reply, 404, site.notFound)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, status: 200 | 404, file: HostedFile) {
  // Headers are precomputed, so the response bypasses Fastify.
  reply.hijack()
  if (request.protocol === 'https') reply.raw.setHeader('Strict-Transport-Security', strictTransportSecurity)
  answer(request.raw, reply.raw, status, file)
}

function answer(request: IncomingMessage, response: ServerResponse, status: 200 | 404, file: HostedFile) {
  const { headers } = request
  const { body, etag, headers: known } = chooseVariant(file, headers['accept-encoding'])
  const withBody = request.method !== 'HEAD'

  if (status === 200 && alreadyHas(headers['if-none-match'], etag)) {
    const { 'Content-Length': _, ...rest } = known
    response.writeHead(304, rest).end()
    return
  }
  const rangeStillHolds = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = file.ranges && rangeStillHolds ? chooseRange(headers.range, body.length) : undefined
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...known, 'Content-Range': `bytes */${body.length}`, 'Content-Length': 0 }).end()
    return
  }
  if (range) {
    const part = body.subarray(range.start, range.end + 1)
    const contentRange = `bytes ${range.start}-${range.end}/${body.length}`
    response.writeHead(206, { ...known, 'Content-Range': contentRange, 'Content-Length': part.length })
    response.end(withBody ? part : undefined)
    return
  }
  response.writeHead(status, known).end(withBody ? body : undefined)
}

function pathOf(url: string) {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** Returns a path only: an absolute-form request could name another host (open redirect). */
function withoutSlash(url: string) {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname.slice(0, -1) + search
}
