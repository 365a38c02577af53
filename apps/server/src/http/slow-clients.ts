import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** For requests other than uploads. */
export const REQUEST_TIMEOUT_MS = 20_000
const UPLOAD_TIMEOUT_MS = 600_000
/** However long it may take, a file must keep arriving at least this fast. */
const MIN_UPLOAD_BYTES_PER_SECOND = 16_000

/**
 * Options of a listener. Node has one timeout for headers and one for the request, which must cover uploads;
 * `cutOffSlowBodies` limits all others. The check interval adds at most 5 %.
 */
export function slowClientLimits(requestTimeoutMs: number) {
  return {
    requestTimeout: Math.max(UPLOAD_TIMEOUT_MS, requestTimeoutMs),
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 20),
  }
}

/** Disconnects slow bodies after the request timeout. Uploads may take longer while they keep the minimum rate. */
export function cutOffSlowBodies(app: FastifyInstance, requestTimeoutMs: number) {
  // Synchronous hook: every request passes it, and most have no body.
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!raw.complete && hasBody(raw)) cutOff(raw, Boolean(routeOptions.config.upload))
    done()
  })

  function cutOff(raw: IncomingMessage, upload: boolean) {
    const expected = (MIN_UPLOAD_BYTES_PER_SECOND * requestTimeoutMs) / 1000
    const before = raw.socket.bytesRead
    let passed = 0
    const timer = setInterval(() => {
      // Unread data means that the server is behind, not the client.
      if (upload && raw.readableLength > 0) return
      passed++
      if (!upload || raw.socket.bytesRead - before < expected * passed) raw.destroy()
    }, requestTimeoutMs).unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
  }
}

/** Enough for files over the size limit. A refused client that sends more is disconnected. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const DRAIN_CHECK_MS = 100
const ignore = () => undefined

/** Drains the body of a refused request, so that the client reads the response and reuses the connection. */
export function drainRefused(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // Fastify would close the connection if a body was not read.
    if (reply.statusCode >= 400 && hasBody(raw)) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && hasBody(raw)) drain(raw)
    done()
  })

  function drain(raw: IncomingMessage) {
    const { socket } = raw
    const before = socket.bytesRead
    // A reader that was given up still listens, which keeps the stream from flowing; and when it ends, a stream that
    // nobody else listens to stops.
    raw.removeAllListeners('readable').on('data', ignore).resume()
    const timer = setInterval(() => {
      if (raw.complete || raw.readableEnded || raw.destroyed) return clearInterval(timer)
      if (socket.bytesRead - before > MAX_DRAINED_BYTES) socket.destroy()
    }, DRAIN_CHECK_MS).unref()
  }
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
