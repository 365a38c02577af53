import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SERVER = join(import.meta.dirname, '../../src/server.ts')

/** Starts a server. Retries if it exits early, because the database may just have been killed. */
export async function startServer(settings: Record<string, string>, program = SERVER): Promise<ChildProcess> {
  const quiet = { SERVE_SITE: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' }
  const env = { ...process.env, ...quiet, ...settings }
  for (let attempt = 1; attempt <= 20; attempt++) {
    const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const up = new Promise<boolean>((resolve) => {
      server.stdout.on('data', (text) => String(text).includes('is up') && resolve(true))
      server.once('exit', () => resolve(false))
    })
    if (await up) return server
  }
  throw new Error('The server does not start.')
}

export async function endServer(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}
