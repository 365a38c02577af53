import { join } from 'node:path'
import { buildApp } from './app.ts'
import { BadSetting, readConfig } from './config.ts'
import { loadSite } from './http/hosted-site.ts'

const SITE_DIRECTORY = join(import.meta.dirname, '../../site/dist')
/** Long enough for the slowest honest request. */
const DRAIN_MS = 10_000

try {
  await start()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env)
  const app = buildApp({
    site: config.serveSite ? await loadSite(SITE_DIRECTORY) : undefined,
    trustedProxies: config.trustedProxies,
    logger: { level: config.logLevel },
  })
  await app.listen({ port: config.port, host: config.host })

  const { port } = app.server.address() as { port: number }
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const address = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`
  console.log(`Sherpa is up.\n  Site       ${address}\n  Health     ${address}/healthz  ${address}/readyz`)

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
      setInterval(() => app.server.closeIdleConnections(), 100).unref()
      await app.close()
      process.exit(0)
    })
  }
}

/** One sentence for the person at the terminal; unexpected errors keep their stack. */
function explain(error: unknown) {
  if (error instanceof BadSetting) return error.message
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what runs there, or choose another with PORT=…`
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}: choose one above 1023 with PORT=…`
  if (code === 'EACCES' || code === 'EPERM') return `This user may not read ${path}: check its permissions.`
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `HOST ${process.env.HOST} is not an address of this machine.`
  if (code === 'ENOENT') return 'The site has not been built: run npm start, or npm run build -w @sherpa/site.'
  return error
}
