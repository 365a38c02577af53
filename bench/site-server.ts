import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { serverFlags, serverSettings } from '../scripts/server-memory.mjs'

export type MeasuredServer = {
  url: string
  /** Undefined if it does not serve the platform. */
  platformUrl: string | undefined
  cpuMs: () => Promise<number>
  memoryMb: () => Promise<number>
  /** Its resident memory before and after garbage collection, and parts of it, in megabytes. */
  memoryParts: () => Promise<Record<string, number>>
  stop: () => Promise<void>
}

/** Starts a server in a separate process that reports its CPU time and memory. */
export async function startMeasured(program: string, settings: Record<string, string> = {}): Promise<MeasuredServer> {
  const server = fork(resolve(import.meta.dirname, '..', program), {
    execArgv: [
      '--expose-gc',
      ...(process.env.SERVER_FLAGS?.split(' ') ?? serverFlags),
      '--import',
      join(import.meta.dirname, 'report-usage.ts'),
    ],
    env: {
      ...serverSettings,
      ...process.env,
      PORT: '0',
      PLATFORM_PORT: '0',
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return {
    ...(await announcedUrls(server)),
    cpuMs: () => ask(server, 'cpu'),
    memoryMb: () => ask(server, 'memory'),
    memoryParts: () => ask(server, 'memory-parts'),
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

function ask<Answer>(server: ChildProcess, question: 'cpu' | 'memory' | 'memory-parts') {
  return new Promise<Answer>((resolve) => {
    server.once('message', (answer) => resolve(answer as Answer))
    server.send(question)
  })
}

export function median(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
