import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cors from '@fastify/cors'
import { Refusal } from '@sherpa/contracts/problem'
import Fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { DemoDeskSettings } from './domains/demo/compose.ts'
import { serveVisitorPages } from './domains/demo/visitor-page-routes.ts'
import { createPlanService } from './domains/plans/plans.ts'
import { planRoutes } from './domains/plans/routes.ts'
import type { EngineSettings } from './domains/sonar/engine.ts'
import type { Invoicing } from './domains/subscriptions/invoice-paper.ts'
import { diskFiles, type FileStore } from './files/file-store.ts'
import { observeFiles } from './files/observe-files.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { createBreaker } from './http/breaker.ts'
import { type CellSettings, createCells, withoutPlace } from './http/cells.ts'
import { endpointsOf } from './http/endpoint.ts'
import { answerHealthChecks, inTime } from './http/health.ts'
import type { HostedSite } from './http/hosted-site.ts'
import { createMetrics, serveMetrics } from './http/metrics.ts'
import { answerErrors, sendProblem } from './http/problems.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { afterAnswers, logAnswer, requestIdOf, sayRequestIds } from './http/request-log.ts'
import { closedPolicy, securityHeaders, strictTransportSecurity } from './http/security-headers.ts'
import { serveSite } from './http/serve-site.ts'
import { cutOffSlowBodies, drainRefused, REQUEST_TIMEOUT_MS, slowClientLimits } from './http/slow-clients.ts'
import { measureState } from './http/state-metrics.ts'
import { countJobs } from './jobs/count-jobs.ts'
import { type RenderPdf, renderInWorker } from './pdf/draw-in-thread.ts'
import type { Database } from './persistence/database.ts'
import { createPlatform } from './platform.ts'
import type { Secrets } from './secrets.ts'
import { traceRequests } from './tracing/trace-requests.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Load shedding: maximum requests that wait for a database connection. */
const MAX_WAITING = 500

export type AppParts = {
  database: Database
  /** Separate pool for background jobs, if any. */
  background?: Database
  site?: HostedSite | undefined
  /** Wakes the mail worker. */
  onMail?: () => void
  /** Removes local copies of mail by message id. */
  forgetMail?: (messageIds: string[]) => Promise<void>
  /** Whether the mail worker is alive. */
  isWorking?: () => boolean
  /** Whether the server is about to stop. */
  isDraining?: () => boolean
  clock?: () => Date
  /** Minimum duration of responses that must not reveal by timing whether an account exists. */
  shortestAnswerMs?: number
  /** Signing and encryption key of accounts. */
  secrets?: Secrets
  platformUrl?: string
  cells?: CellSettings
  staffMailbox?: string
  invoicing?: Invoicing
  demoDesk?: DemoDeskSettings
  files?: FileStore
  renderPdf?: RenderPdf
  engine?: EngineSettings | undefined
  rateLimited?: boolean
  corsOrigins?: string[]
  /** Without it, metrics are off. */
  metricsToken?: string | undefined
  trustedProxies?: string[] | undefined
  /** A database that answers nothing for longer is silent. */
  databaseSilenceMs?: number
  requestTimeoutMs?: number
  logger?: FastifyServerOptions['logger']
}

/** Builds the server without starting it. */
export function buildApp({
  database,
  background = database,
  site,
  onMail = () => undefined,
  forgetMail = async () => undefined,
  isWorking = () => true,
  isDraining = () => false,
  clock = () => new Date(),
  shortestAnswerMs = 600,
  secrets = [randomBytes(32).toString('base64url')],
  platformUrl = 'http://localhost:3001',
  cells: cellSettings = { own: 'a', addresses: {} },
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
  renderPdf = renderInWorker,
  engine,
  rateLimited = true,
  corsOrigins = [],
  metricsToken,
  trustedProxies,
  databaseSilenceMs = 2000,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  logger = false,
}: AppParts) {
  const cells = createCells(cellSettings, database)
  const app = Fastify({
    logger,
    rewriteUrl: withoutPlace,
    // Requests for pages are not logged; `logAnswer` logs the API.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(trustedProxies && headers['x-request-id']),
    trustProxy: trustedProxies ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify overrides this one after the server is created.
    requestTimeout: slowClientLimits(requestTimeoutMs).requestTimeout,
    http: slowClientLimits(requestTimeoutMs),
    // Graceful shutdown: requests are still answered, then their connection closes.
    return503OnClosing: false,
    // A malformed URL never reaches the hooks.
    frameworkErrors: (_error, request, reply) => {
      harden(request, reply)
      sendProblem(reply, 'malformed-request')
    },
  })

  const breaker = createBreaker(database, databaseSilenceMs)
  breaker.watch(app)
  const isReady = inTime(async () => (await database.isWritable()) && isWorking())
  const metrics = metricsToken
    ? createMetrics({
        state: measureState({
          database,
          breaker,
          isReady,
          countMail: async (status) => {
            const { rows } = await database.query(
              'select count(*)::int as mails from outgoing_mail where status = $1',
              [status],
            )
            return rows[0].mails
          },
        }),
        pools: () => [
          ...database.pools('requests'),
          ...(background === database ? [] : background.pools('background')),
        ],
        countStreams: () => platform.live.countStreams(),
        countJobs: () => breaker.unlessOpen(() => countJobs(database)),
        isKnownJob: (name) => platform.jobs.some((job) => job.name === name),
      })
    : undefined
  const plans = createPlanService(database)
  const platform = createPlatform({
    database,
    background,
    secrets,
    platformUrl,
    cells: cellSettings,
    staffMailbox,
    invoicing,
    demoDesk,
    engine,
    renderPdf,
    files: metrics ? observeFiles(files, metrics.noteFileCall) : files,
    rateLimited,
    clock,
    shortestAnswerMs,
    onMail,
    forgetMail,
    log: app.log,
  })

  // Static files have precomputed headers and bypass this hook.
  app.addHook('onSend', (request, reply, _payload, done) => {
    harden(request, reply)
    done()
  })
  cutOffSlowBodies(app, requestTimeoutMs)
  drainRefused(app)
  sayRequestIds(app)
  answerErrors(app, cells)
  answerHealthChecks(app, { isDraining, isReady, writesFail: () => database.writesFail })
  if (metrics && metricsToken) serveMetrics(app, metrics.registry, metricsToken)

  // End streams first, or the server would wait for them forever.
  app.addHook('preClose', platform.live.stop)

  app.register(async (api) => {
    if (corsOrigins.length > 0) {
      await api.register(cors, { origin: corsOrigins, exposedHeaders: ['Retry-After', 'X-Request-Id'], maxAge: 600 })
      api.addHook('onSend', async (_request, reply) => {
        reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      })
    }
    api.addHook('onRequest', async () => {
      breaker.check()
      if (database.waiting >= MAX_WAITING) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
    })
    traceRequests(api)
    afterAnswers(api, logAnswer)
    if (metrics) afterAnswers(api, metrics.countAnswer)
    const limits = createRateLimits(database, { enabled: rateLimited, clock })
    const { endpoint, all } = endpointsOf(api, platform.gate, limits, cells)
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
