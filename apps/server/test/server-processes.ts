import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { freshDatabase } from './fresh-database.ts'

/** For a test file: a database, and real servers on it that end with their test. */
export function serverProcesses() {
  const started: ChildProcess[] = []
  let fresh: Awaited<ReturnType<typeof freshDatabase>>

  beforeAll(async () => {
    fresh = await freshDatabase()
  })
  afterAll(() => fresh.drop())

  afterEach(() => {
    for (const server of started.splice(0)) server.kill('SIGKILL')
  })

  /** Starts the real server as a process, by default without the site. */
  function run(
    env: Record<string, string>,
    program = join(import.meta.dirname, '../src/server.ts'),
    flags: string[] = [],
  ) {
    const users = { DATABASE_URL: fresh.servingUrl, DATABASE_OWNER_URL: fresh.url }
    const databaseSettings = { ...users, AUTH_SECRET: 'a secret of more than thirty-two characters' }
    const server = spawn(process.execPath, [...flags, program], {
      env: { ...process.env, SERVE_SITE: 'off', ...databaseSettings, LOG_LEVEL: 'silent', DRAIN_SECONDS: '0', ...env },
    })
    started.push(server)
    let output = ''
    server.stdout.on('data', (data) => (output += data))
    server.stderr.on('data', (data) => (output += data))
    const printed = async (pattern: RegExp) => {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        await once(server.stdout, 'data')
      }
    }
    /** The message of its only line. */
    const message = () => JSON.parse(output).msg
    return { server, printed, output: () => output, message, exit: once(server, 'exit') }
  }

  return {
    run,
    /** The owner's connections. */
    database: () => fresh.database,
  }
}
