import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { announce } from './announce.ts'

/** For open requests, mail and jobs after the drain. */
const STOP_MS = 7000
/** Long enough for the slowest statement, also without a drain. */
const SHORTEST_STOP_MS = 10_000
/** After the drain, for the rest of a request's headers. */
const HEADERS_MS = 2000
const CLOSE_INTERVAL_MS = 100

type Stopping = {
  /** Ends the event streams, spread over the time given. */
  endStreams: (ms: number) => void
  stop: () => Promise<void>
}

/** Graceful shutdown. SIGTERM drains first, so that a proxy stops sending requests; SIGINT, from a terminal, does not. */
export function createShutdown(drainSeconds: number) {
  let begun = false
  const servers: Server[] = []
  /** Open connections with the response to their last request. */
  const connections = new Map<Socket, ServerResponse | undefined>()

  let stopping: Stopping | undefined

  async function shutDown({ drainMs, exitCode = 0 }: { drainMs: number; exitCode?: number }) {
    if (begun || !stopping) return
    begun = true
    const { endStreams, stop } = stopping
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
    const drainedAt = performance.now()
    setInterval(() => closeUnused(performance.now() - drainedAt > HEADERS_MS), CLOSE_INTERVAL_MS).unref()
    await stop()
    process.exit(exitCode)
  }

  /** Node counts a connection that never sent a request as busy. */
  function closeUnused(headersAreLate: boolean) {
    for (const server of servers) server.closeIdleConnections()
    for (const [socket, response] of connections) {
      const hasRequest = response !== undefined && !response.writableFinished
      if (!hasRequest && (headersAreLate || socket.bytesRead === 0)) socket.destroy()
    }
  }

  return {
    /** Whether the server is about to stop. */
    get begun() {
      return begun
    },
    /** Call before the server listens. */
    watch(server: Server) {
      servers.push(server)
      server.on('connection', (socket) => {
        connections.set(socket, undefined)
        socket.once('close', () => connections.delete(socket))
      })
      server.prependListener('request', ({ socket }, response) => {
        if (connections.has(socket)) connections.set(socket, response)
      })
    },
    onSignal(parts: Stopping) {
      stopping = parts
      process.on('SIGTERM', () => shutDown({ drainMs: drainSeconds * 1000 }))
      process.on('SIGINT', () => shutDown({ drainMs: 0 }))
    },
    /** Stops without a drain, with exit code 1: the service manager reports a failure. */
    abort(reason: string) {
      if (begun) return
      announce.error(reason)
      void shutDown({ drainMs: 0, exitCode: 1 })
    },
  }
}

/** The proxy then closes the connection, so no request races with our close. */
function answerWithClose(server: Server) {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
}
