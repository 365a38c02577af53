import Fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { answerHealthChecks } from './http/health.ts'
import type { HostedSite } from './http/hosted-site.ts'
import { answerErrors, sendProblem } from './http/problems.ts'
import { closedPolicy, securityHeaders, strictTransportSecurity } from './http/security-headers.ts'
import { serveSite } from './http/serve-site.ts'

export type AppParts = {
  site?: HostedSite | undefined
  trustedProxies?: string[] | undefined
  logger?: FastifyServerOptions['logger']
}

/** Builds the whole server from its parts, without starting anything. */
export function buildApp({ site, trustedProxies, logger = false }: AppParts) {
  const app = Fastify({
    logger,
    // Pages are many and alike; what is worth a line is logged where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies ?? false,
    // An address that cannot be decoded never reaches the hooks.
    frameworkErrors: (_error, request, reply) => {
      harden(request, reply)
      sendProblem(reply, 'malformed-request')
    },
  })

  // The site's files bring their own headers and bypass this hook.
  app.addHook('onSend', async (request, reply) => harden(request, reply))

  answerErrors(app)
  answerHealthChecks(app)
  app.post('/api/demo/schedule', (_request, reply) => sendProblem(reply, 'unavailable'))
  if (site) serveSite(app, site)
  else app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'))
  return app
}

function harden(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders)
  if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', closedPolicy)
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  if (request.protocol === 'https') reply.header('Strict-Transport-Security', strictTransportSecurity)
}
