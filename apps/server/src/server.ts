import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { relative, resolve } from 'node:path'
import { announce, announceProcessEvents } from './announce.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { explain } from './explain-error.ts'
import { openFileStore, warnAboutFolder } from './files/open-file-store.ts'
import { loadSite, type PageRules } from './http/hosted-site.ts'
import { loadWithPrevious } from './http/previous-assets.ts'
import { describeError } from './http/request-log.ts'
import { platformHeaders } from './http/security-headers.ts'
import { hostPlatform } from './http/serve-platform.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startWorker } from './jobs/worker.ts'
import { createMailComposer } from './mail/compose-mail.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { mailKinds } from './mail-kinds.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { readMigrations, releaseOf } from './persistence/migration-files.ts'
import { prepareDatabase } from './persistence/prepare-database.ts'
import { secretIn } from './persistence/secret.ts'
import { countServers, startHeartbeat } from './persistence/servers.ts'
import { release } from './release.ts'
import { fingerprintsOf } from './secrets.ts'
import { createShutdown } from './shutdown.ts'
import { startTracing } from './tracing/start-tracing.ts'

const PROJECT = resolve(import.meta.dirname, '../../..')
const SITE_DIRECTORY = resolve(PROJECT, 'apps/site/dist')
const PLATFORM_DIRECTORY = resolve(PROJECT, 'apps/platform/dist')
/** Listen backlog, so that a thousand clients can reconnect at once. */
const LISTEN_BACKLOG = 4096
const OUTBOX_PAUSE_MS = 2000
/** A worker without a run for this long is stuck. */
const WORKER_SILENCE_MS = 60_000

announceProcessEvents()
try {
  await start(readConfig(process.env))
} catch (error) {
  announce.error(explain(error))
  process.exit(1)
}

async function start(config: Config) {
  const tracing = await startTracing(config.tracing, announce.warn)
  // Worker threads compress pages while the database is prepared. The embedded one is not started for an incomplete site.
  const loading = config.serveSite ? loadSites(config) : undefined
  loading?.catch(() => undefined)
  if (!config.databaseUrl) await loading
  const dataDirectory = resolve(PROJECT, config.dataDirectory)
  const files = await openFileStore({
    bucket: config.filesBucket,
    directory: resolve(dataDirectory, 'files'),
    warn: announce.warn,
  })
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
  const { requests, background: inBackground, all: connections } = config.connections
  const secrets = config.authSecrets ?? ([await secretIn(dataDirectory)] as const)
  const self = {
    id: randomUUID(),
    connections,
    platformUrl: config.platformUrl,
    secrets: fingerprintsOf(secrets),
  }
  const database = await prepareDatabase({
    connections: requests,
    server: self,
    url: config.databaseUrl ?? embedded?.servingUrl ?? '',
    ownerUrl: config.databaseOwnerUrl ?? embedded?.url,
    warn: announce.warn,
  })

  const { site, platformSite } = (await loading) ?? {}
  const servers = await countServers(database)
  const folderWarning = warnAboutFolder({ servers, hasBucket: config.filesBucket !== undefined })
  if (folderWarning) announce.warn(folderWarning)
  const shutdown = createShutdown(config.drainSeconds)
  const background = database.forBackground(inBackground)
  const heartbeat = startHeartbeat(background, self, {
    version: releaseOf(await readMigrations()),
    onOutdated: (contract) =>
      shutdown.abort(`The database has ${contract}, which this release does not know: start a newer release.`),
  })
  const mailDirectory = resolve(dataDirectory, 'mail')
  const mailer = createMailer({ smtpUrl: config.smtpUrl, directory: mailDirectory })
  const app = buildApp({
    database,
    background,
    site,
    onMail: () => mail.wake(),
    forgetMail: mailer.forget,
    secrets,
    platformUrl: config.platformUrl,
    cells: config.cells,
    staffMailbox: config.mailboxes.staff,
    invoicing: config.invoicing,
    files,
    engine: config.engine,
    demoDesk: { ...config.demoDesk, organizer: config.mailboxes.from.demo },
    isDraining: () => shutdown.begun,
    isWorking: () => Date.now() - (mail.lastSuccess()?.getTime() ?? 0) < WORKER_SILENCE_MS,
    rateLimited: config.rateLimited,
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    logger: {
      level: config.logLevel,
      base: { pid: process.pid, hostname: hostname(), release },
      serializers: { err: describeError },
    },
  })
  const platform = platformSite && hostPlatform(platformSite, app, { trustedProxies: config.trustedProxies })
  const { mailboxes, company, platformUrl } = config
  const {
    requestForMail,
    invoiceFile,
    dealDocument,
    maySeeDeal,
    leadOf,
    reviewInMail,
    linkMailed,
    noticeMailed,
    payorMailed,
    guardianMaySign,
    digestRows,
    auditHeadFor,
    feeInvoiceFile,
    statementFile,
  } = app.platform
  const kinds = mailKinds({
    requestForMail,
    invoiceFile,
    dealDocument,
    maySeeDeal,
    leadOf,
    reviewInMail,
    linkMailed,
    noticeMailed,
    payorMailed,
    guardianMaySign,
    digestRows,
    auditHeadFor,
    feeInvoiceFile,
    statementFile,
    companyTimeZone: config.demoDesk.companyTimeZone,
  })
  const composer = createMailComposer(kinds, { mailboxes, company, platformUrl })
  const queue = createOutbox(database, mailer, composer, app.log)
  const mail = startWorker(queue.processQueue, OUTBOX_PAUSE_MS, app.log)
  const jobs = await startJobs({ database: background, jobs: app.platform.jobs, log: app.log })

  const stop = async () => {
    await Promise.all([app.close(), platform?.close(), mail.stop(), jobs.stop()])
    mailer.close()
    await heartbeat.stop()
    await Promise.all([database.end(), background.end()])
    await embedded?.stop()
    await tracing?.stop()
  }
  shutdown.watch(app.server)
  if (platform) shutdown.watch(platform.server)
  try {
    await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    await platform?.listen({ port: config.platformPort, host: config.host, backlog: LISTEN_BACKLOG })
  } catch (error) {
    await stop()
    throw error
  }
  shutdown.onSignal({ endStreams: app.platform.live.drain, stop })

  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const addressOf = ({ server }: { server: Server }) =>
    `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${(server.address() as AddressInfo).port}`
  const address = addressOf(app)
  announce.info(
    [
      `Sherpa is up: ${release}.`,
      `  Site       ${address}`,
      ...(platform ? [`  Platform   ${addressOf(platform)}`] : []),
      `  API        ${address}/api/docs`,
      `  Health     ${address}/healthz  ${address}/readyz`,
      `  Database   ${embedded ? `embedded, in ${config.dataDirectory}/postgres` : 'as DATABASE_URL says'}`,
      `  Mail       ${config.smtpUrl ? 'as SMTP_URL says' : `files in ${config.dataDirectory}/mail`}`,
    ].join('\n'),
  )
}

/** Both sites, with the assets of the previous release. */
async function loadSites({ addresses, previousRelease }: Config) {
  const load = (directory: string, rules?: PageRules) =>
    loadWithPrevious(
      (from) => loadSite(from, addresses, rules),
      directory,
      previousRelease && resolve(previousRelease, relative(PROJECT, directory)),
    )
  const [site, platformSite] = await Promise.all([
    load(SITE_DIRECTORY),
    load(PLATFORM_DIRECTORY, { trustedTypes: true, headers: platformHeaders }),
  ])
  return { site, platformSite }
}
