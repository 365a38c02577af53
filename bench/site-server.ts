import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type MeasuredServer = {
  url: string
  /** Where it answers for the platform, if it does. */
  platformUrl: string | undefined
  cpuMs: () => Promise<number>
  memoryMb: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts a server program in a process of its own that tells how much processor time it has used. */
export async function startMeasured(program: string, settings: Record<string, string> = {}): Promise<MeasuredServer> {
  const server = fork(join(import.meta.dirname, '..', program), {
    execArgv: ['--expose-gc', '--import', join(import.meta.dirname, 'report-usage.ts')],
    env: { ...process.env, PORT: '0', PLATFORM_PORT: '0', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return {
    ...(await announcedUrls(server)),
    cpuMs: () => ask(server, 'cpu'),
    memoryMb: () => ask(server, 'memory'),
    stop: () => stop(server),
  }
}

async function stop(server: ChildProcess) {
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

function announcedUrls(server: ChildProcess) {
  return new Promise<Pick<MeasuredServer, 'url' | 'platformUrl'>>((resolve, reject) => {
    server.stdout?.on('data', (data) => {
      const [url] = /http:\/\/localhost:\d+/.exec(String(data)) ?? []
      const [, platformUrl] = /Platform +(http:\/\/localhost:\d+)/.exec(String(data)) ?? []
      if (url) resolve({ url, platformUrl })
    })
    server.once('exit', () => reject(new Error('The server ended before it was up.')))
  })
}

function ask(server: ChildProcess, question: 'cpu' | 'memory') {
  return new Promise<number>((resolve) => {
    server.once('message', (answer) => resolve(Number(answer)))
    server.send(question)
  })
}

export function median(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
