import { createServer } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { HostedSite } from './hosted-site.ts'
import { sendProblem } from './problems.ts'
import { closedPolicy, platformHeaders, securityHeaders } from './security-headers.ts'
import { serveSite } from './serve-site.ts'
import { cutOffSlowBodies, REQUEST_TIMEOUT_MS, slowClientLimits } from './slow-clients.ts'

/** As on the site's port: the API, and health, because a proxy checks the port that it sends requests to. */
const ALSO_HERE = /^\/(api|healthz|readyz)(\/|\?|$)/

/** Serves the platform on its own origin, together with the API, so that requests need no CORS. */
export function hostPlatform(
  site: HostedSite,
  api: FastifyInstance,
  {
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    trustedProxies,
  }: { requestTimeoutMs?: number; trustedProxies?: string[] | undefined } = {},
) {
  const harden = (reply: FastifyReply) =>
    reply.headers({ ...securityHeaders, ...platformHeaders, 'Content-Security-Policy': closedPolicy })
  const host = Fastify({
    return503OnClosing: false,
    trustProxy: trustedProxies ?? false,
    // A malformed URL never reaches the hooks.
    frameworkErrors: (_error, _request, reply) => void sendProblem(harden(reply), 'malformed-request'),
    serverFactory: (handlePage) => {
      // As on the site's port. After Node's default of 5 s, a busy client may reuse a connection that was just closed.
      const { keepAliveTimeout } = api.server
      return createServer({ ...slowClientLimits(requestTimeoutMs), keepAliveTimeout }, (request, response) => {
        if (ALSO_HERE.test(request.url ?? '')) api.routing(request, response)
        else handlePage(request, response)
      })
    },
  })
  cutOffSlowBodies(host, requestTimeoutMs)
  host.addHook('onSend', async (_request, reply) => void harden(reply))
  serveSite(host, site)
  return host
}
