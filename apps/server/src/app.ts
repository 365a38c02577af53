import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cors from '@fastify/cors'
import { Refusal } from '@sherpa/contracts/problem'
import Fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { DemoDeskSettings } from './domains/demo/compose.ts'
import { serveVisitorPages } from './domains/demo/visitor-page-routes.ts'
import { plans as plansOf } from './domains/plans/plans.ts'
import { planRoutes } from './domains/plans/routes.ts'
import type { Invoicing } from './domains/subscriptions/invoice-paper.ts'
import { diskFiles, type FileStore } from './files/file-store.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { endpointsOf } from './http/endpoint.ts'
import { answerHealthChecks } from './http/health.ts'
import type { HostedSite } from './http/hosted-site.ts'
import { serveMetrics } from './http/metrics.ts'
import { answerErrors, sendProblem } from './http/problems.ts'
import { rateLimits } from './http/rate-limits.ts'
import { afterAnswers, logAnswer, sayRequestIds } from './http/request-log.ts'
import { closedPolicy, securityHeaders, strictTransportSecurity } from './http/security-headers.ts'
import { serveSite } from './http/serve-site.ts'
import { cutOffSlowBodies, drainRefused, REQUEST_TIMEOUT_MS, slowClientLimits } from './http/slow-clients.ts'
import { countJobs } from './jobs/count-jobs.ts'
import type { Database } from './persistence/database.ts'
import { platform as platformOf } from './platform.ts'

/** Generous for six fields of text. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Requests that wait for the database: more would wait too long to be of use. */
const MAX_WAITING = 500

export type AppParts = {
  database: Database
  /** For work in the background: connections of its own, where there are any. */
  background?: Database
  site?: HostedSite | undefined
  /** Called when mail is waiting in the outbox. */
  onMail?: () => void
  /** Removes copies of mail that lie on this server, by their ids. */
  forgetMail?: (messageIds: string[]) => Promise<void>
  /** Whether the background work is going on. */
  isWorking?: () => boolean
  clock?: () => Date
  /** How long answers take at least that must not tell by their time whether there is an account. */
  shortestAnswerMs?: number
  /** Signs and encrypts what accounts need kept secret. */
  secret?: string
  platformUrl?: string
  staffMailbox?: string
  invoicing?: Invoicing
  demoDesk?: DemoDeskSettings
  /** Where files of organizations are kept. */
  files?: FileStore
  rateLimited?: boolean
  corsOrigins?: string[]
  /** Who may read the metrics; without it there are none. */
  metricsToken?: string | undefined
  trustedProxies?: string[] | undefined
  requestTimeoutMs?: number
  logger?: FastifyServerOptions['logger']
}

/** Builds the whole server from its parts, without starting anything. */
export function buildApp({
  database,
  background = database,
  site,
  onMail = () => undefined,
  forgetMail = async () => undefined,
  isWorking = () => true,
  clock = () => new Date(),
  shortestAnswerMs = 600,
  secret = randomBytes(32).toString('base64url'),
  platformUrl = 'http://localhost:3001',
  staffMailbox = 'info@sherpa.example',
  invoicing = {
    issuer: { name: 'Sherpa', addressLines: [], taxId: null, bankDetails: [], paymentInstructions: '' },
    tax: null,
  },
  demoDesk = {
    companyTimeZone: 'America/New_York',
    retentionDays: 730,
    organizer: 'Sherpa Demos <demo@sherpa.example>',
  },
  files = diskFiles(join(tmpdir(), `sherpa-files-${randomUUID()}`)),
  rateLimited = true,
  corsOrigins = [],
  metricsToken,
  trustedProxies,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  logger = false,
}: AppParts) {
  const app = Fastify({
    logger,
    // Pages are many and alike; what is worth a line is logged where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify sets this one anew, after the server was made with the others.
    requestTimeout: slowClientLimits(requestTimeoutMs).requestTimeout,
    http: slowClientLimits(requestTimeoutMs),
    // What is asked while we leave is still answered; its connection is closed afterwards.
    return503OnClosing: false,
    // An address that cannot be decoded never reaches the hooks.
    frameworkErrors: (_error, request, reply) => {
      harden(request, reply)
      sendProblem(reply, 'malformed-request')
    },
  })

  const plans = plansOf(database)
  const platform = platformOf({
    database,
    background,
    secret,
    platformUrl,
    staffMailbox,
    invoicing,
    demoDesk,
    files,
    rateLimited,
    clock,
    shortestAnswerMs,
    onMail,
    forgetMail,
    log: app.log,
  })

  // The site's files bring their own headers and bypass this hook.
  app.addHook('onSend', (request, reply, _payload, done) => {
    harden(request, reply)
    done()
  })
  cutOffSlowBodies(app, requestTimeoutMs)
  drainRefused(app)
  sayRequestIds(app)
  answerErrors(app)
  answerHealthChecks(app, {
    isReady: async () => (await database.isWritable()) && isWorking(),
    writesFail: () => database.writesFail,
  })
  const metrics = metricsToken
    ? serveMetrics(app, {
        token: metricsToken,
        countMail: async (status) => {
          const { rows } = await database.query('select count(*)::int as mails from outgoing_mail where status = $1', [
            status,
          ])
          return rows[0].mails
        },
        countJobs: () => countJobs(database),
        writesFail: () => database.writesFail,
      })
    : undefined

  // Streams stay open until somebody ends them: before the server waits for open requests.
  app.addHook('preClose', platform.live.stop)

  app.register(async (api) => {
    if (corsOrigins.length > 0) {
      await api.register(cors, { origin: corsOrigins, exposedHeaders: ['Retry-After', 'X-Request-Id'], maxAge: 600 })
      api.addHook('onSend', async (_request, reply) => {
        reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      })
    }
    api.addHook('onRequest', async () => {
      if (database.waiting >= MAX_WAITING) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
    })
    afterAnswers(api, logAnswer)
    if (metrics) afterAnswers(api, metrics.countAnswer)
    const limits = rateLimits(database, { enabled: rateLimited, clock })
    const { endpoint, all } = endpointsOf(api, platform.gate, limits)
    planRoutes(endpoint, plans)
    platform.addRoutes(endpoint)
    serveApiDocs(api, all, platformUrl)
  })

  serveVisitorPages(app, site)
  if (site) serveSite(app, site)
  else app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'))
  return Object.assign(app, { platform })
}

function harden(request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
  if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', closedPolicy)
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  if (request.protocol === 'https') reply.header('Strict-Transport-Security', strictTransportSecurity)
}
