import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { buildApp } from './app.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { bucketFiles } from './files/bucket-files.ts'
import { diskFiles } from './files/file-store.ts'
import { IncompleteSite, loadSite } from './http/hosted-site.ts'
import { describeError } from './http/request-log.ts'
import { platformHeaders } from './http/security-headers.ts'
import { hostPlatform } from './http/serve-platform.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startWorker } from './jobs/worker.ts'
import { mailComposer } from './mail/compose-mail.ts'
import { createMailer } from './mail/mailer.ts'
import { outbox } from './mail/outbox.ts'
import { mailKinds } from './mail-kinds.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'
import { prepareDatabase } from './persistence/prepare-database.ts'
import { secretIn } from './persistence/secret.ts'

const PROJECT = resolve(import.meta.dirname, '../../..')
const SITE_DIRECTORY = resolve(PROJECT, 'apps/site/dist')
const PLATFORM_DIRECTORY = resolve(PROJECT, 'apps/platform/dist')
/** Connections that wait to be taken: of a thousand windows that come back at once, none is turned away for a second. */
const MOST_WAITING_CONNECTIONS = 4096
/** Long enough for the slowest honest request. */
const DRAIN_MS = 10_000
const OUTBOX_PAUSE_MS = 2000
/** A worker that has not come round for this long is stuck. */
const WORKER_SILENCE_MS = 60_000

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function start(config: Config) {
  const site = config.serveSite ? await loadSite(SITE_DIRECTORY) : undefined
  const platformSite = config.serveSite
    ? await loadSite(PLATFORM_DIRECTORY, { trustedTypes: true, headers: platformHeaders })
    : undefined
  const dataDirectory = resolve(PROJECT, config.dataDirectory)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
  const database = await prepareDatabase({
    url: config.databaseUrl ?? embedded?.servingUrl ?? '',
    ownerUrl: config.databaseOwnerUrl ?? embedded?.url,
    warn: (message) => console.warn(message),
  })

  const background = database.forBackground()
  const mailDirectory = resolve(dataDirectory, 'mail')
  const mailer = createMailer({ smtpUrl: config.smtpUrl, directory: mailDirectory })
  const app = buildApp({
    database,
    background,
    site,
    onMail: () => mail.wake(),
    forgetMail: mailer.forget,
    secret: config.authSecret ?? (await secretIn(dataDirectory)),
    platformUrl: config.platformUrl,
    staffMailbox: config.mailboxes.staff,
    invoicing: config.invoicing,
    files: config.filesBucket ? bucketFiles(config.filesBucket) : diskFiles(resolve(dataDirectory, 'files')),
    demoDesk: { ...config.demoDesk, organizer: config.mailboxes.from.demo },
    isWorking: () => Date.now() - (mail.lastSuccess()?.getTime() ?? 0) < WORKER_SILENCE_MS,
    rateLimited: config.rateLimited,
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    logger: { level: config.logLevel, serializers: { err: describeError } },
  })
  const platform = platformSite && hostPlatform(platformSite, app, { trustedProxies: config.trustedProxies })
  const { mailboxes, company, platformUrl } = config
  const { requestForMail, invoiceFile, dealDocument, maySeeDeal, guardianMaySign, feeInvoiceFile } = app.platform
  const kinds = mailKinds({
    requestForMail,
    invoiceFile,
    dealDocument,
    maySeeDeal,
    guardianMaySign,
    feeInvoiceFile,
    companyTimeZone: config.demoDesk.companyTimeZone,
  })
  const composer = mailComposer(kinds, { mailboxes, company, platformUrl })
  const queue = outbox(database, mailer, composer, app.log)
  const mail = startWorker(queue.workOff, OUTBOX_PAUSE_MS, app.log)
  const jobs = await startJobs({ database: background, jobs: app.platform.jobs, log: app.log })

  const stop = async () => {
    await Promise.all([app.close(), platform?.close()])
    await Promise.all([mail.stop(), jobs.stop()])
    mailer.close()
    await Promise.all([database.end(), background.end()])
    await embedded?.stop()
  }
  try {
    await app.listen({ port: config.port, host: config.host, backlog: MOST_WAITING_CONNECTIONS })
    await platform?.listen({ port: config.platformPort, host: config.host, backlog: MOST_WAITING_CONNECTIONS })
  } catch (error) {
    await stop()
    throw error
  }
  leaveOnSignal([app.server, ...(platform ? [platform.server] : [])], stop)

  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const addressOf = ({ server }: { server: Server }) =>
    `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${(server.address() as AddressInfo).port}`
  const address = addressOf(app)
  console.log(
    [
      'Sherpa is up.',
      `  Site       ${address}`,
      ...(platform ? [`  Platform   ${addressOf(platform)}`] : []),
      `  API        ${address}/api/docs`,
      `  Health     ${address}/healthz  ${address}/readyz`,
      `  Database   ${embedded ? `embedded, in ${config.dataDirectory}/postgres` : 'as DATABASE_URL says'}`,
      `  Mail       ${config.smtpUrl ? 'as SMTP_URL says' : `files in ${config.dataDirectory}/mail`}`,
    ].join('\n'),
  )
}

function leaveOnSignal(servers: { closeIdleConnections: () => void }[], stop: () => Promise<void>) {
  let leaving = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (leaving) return
      leaving = true
      console.log('Finishing open requests…')
      setTimeout(() => {
        console.error('Some requests did not finish in time and were cut off.')
        process.exit(1)
      }, DRAIN_MS).unref()
      // A connection that was busy when we began to leave would otherwise be kept alive after its answer.
      setInterval(() => {
        for (const server of servers) server.closeIdleConnections()
      }, 100).unref()
      await stop()
      process.exit(0)
    })
  }
}

/** One sentence for the person at the terminal; unexpected errors keep their stack. */
function explain(error: unknown) {
  if (error instanceof BadSetting || error instanceof IncompleteSite) return error.message
  const { code, port, path, syscall, hostname } = error as NodeJS.ErrnoException & { port?: number; hostname?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what runs there, or choose another with ${port === Number(process.env.PLATFORM_PORT ?? 3001) ? 'PLATFORM_PORT' : 'PORT'}=…`
  if (code === 'EACCES' && syscall === 'listen') {
    return `This user may not listen on port ${port}: choose one above 1023 with PORT=…`
  }
  if (code === 'EACCES' || code === 'EPERM') return `This user may not use ${path}: check its permissions.`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && hostname === process.env.HOST))
    return `HOST ${process.env.HOST} is not an address of this machine.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `The database at DATABASE_URL does not let us in (${code}): check the address, the user and the password.`
  }
  return error
}
