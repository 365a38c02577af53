import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { announce } from './announce.ts'

/** For open requests, mail and jobs after the drain. */
const STOP_MS = 7000
/** Long enough for the slowest statement, also without a drain. */
const SHORTEST_STOP_MS = 10_000

type Stopping = {
  servers: Server[]
  /** Ends the event streams, spread over the time given. */
  endStreams: (ms: number) => void
  stop: () => Promise<void>
}

/** Graceful shutdown. SIGTERM drains first, so that a proxy stops sending requests; SIGINT, from a terminal, does not. */
export function createShutdown(drainSeconds: number) {
  let begun = false

  async function shutDown(signal: 'SIGTERM' | 'SIGINT', { servers, endStreams, stop }: Stopping) {
    if (begun) return
    begun = true
    const drainMs = signal === 'SIGTERM' ? drainSeconds * 1000 : 0
    setTimeout(
      () => {
        announce.error('Some requests did not finish in time and were cut off.')
        process.exit(1)
      },
      Math.max(SHORTEST_STOP_MS, drainMs + STOP_MS),
    ).unref()
    if (drainMs > 0) {
      announce.info(`Draining for ${drainSeconds} seconds…`)
      for (const server of servers) answerWithClose(server)
      endStreams(drainMs)
      await pause(drainMs)
    }
    announce.info('Finishing open requests…')
    // A connection that was busy at the start of the shutdown would otherwise stay open after its answer.
    setInterval(() => {
      for (const server of servers) server.closeIdleConnections()
    }, 100).unref()
    await stop()
    process.exit(0)
  }

  return {
    /** Whether the server is about to stop: then it is not ready. */
    get begun() {
      return begun
    },
    onSignal(stopping: Stopping) {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutDown(signal, stopping))
    },
  }
}

/** The proxy then closes the connection, so no request races with our close. */
function answerWithClose(server: Server) {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
}
