import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SERVER = join(import.meta.dirname, '../../src/server.ts')

/** Starts a server, again if it ends before it is up: it may have met a database that was just killed. */
export async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { ...process.env, SERVE_SITE: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...settings }
  for (let attempt = 1; attempt <= 20; attempt++) {
    const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'ignore'] })
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
