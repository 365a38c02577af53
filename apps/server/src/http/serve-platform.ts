import { createServer } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HostedSite } from './hosted-site.ts'
import { closedPolicy, platformHeaders, securityHeaders } from './security-headers.ts'
import { serveSite } from './serve-site.ts'

/**
 * The platform on its own origin: its pages, and beside them the same API as the site's origin has, so that the browser
 * needs no permission to call across origins.
 */
export function hostPlatform(
  site: HostedSite,
  api: FastifyInstance,
  { requestTimeoutMs }: { requestTimeoutMs: number },
) {
  const host = Fastify({
    return503OnClosing: false,
    serverFactory: (handlePage) =>
      createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
        if (/^\/api(\/|\?|$)/.test(request.url ?? '')) api.routing(request, response)
        else handlePage(request, response)
      }),
  })
  host.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...securityHeaders, ...platformHeaders, 'Content-Security-Policy': closedPolicy })
  })
  serveSite(host, site)
  return host
}
