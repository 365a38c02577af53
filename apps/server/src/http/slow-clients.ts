import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A client that has not sent its whole request by then is cut off, unless it uploads a file. */
export const REQUEST_TIMEOUT_MS = 20_000
/** For a file. */
const UPLOAD_TIMEOUT_MS = 600_000
/** However long it may take, a file must keep arriving at least this fast. */
const SLOWEST_UPLOAD_BYTES_PER_SECOND = 16_000

/**
 * What a listener is made with. Node has one time for the headers and one for the whole request, which must be long enough for a
 * file: `cutOffSlowBodies` sees to all others. It looks for slow clients often enough to be late by a twentieth at most.
 */
export function slowClientLimits(requestTimeoutMs: number) {
  return {
    requestTimeout: Math.max(UPLOAD_TIMEOUT_MS, requestTimeoutMs),
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 20),
  }
}

/** Whoever sends a body has as long for it as for the headers; whoever sends a file has longer, if it keeps arriving. */
export function cutOffSlowBodies(app: FastifyInstance, requestTimeoutMs: number) {
  // No promise: every request goes through this, and most have no body.
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!raw.complete && hasBody(raw)) cutOff(raw, Boolean(routeOptions.config.upload))
    done()
  })

  function cutOff(raw: IncomingMessage, upload: boolean) {
    const expected = (SLOWEST_UPLOAD_BYTES_PER_SECOND * requestTimeoutMs) / 1000
    const before = raw.socket.bytesRead
    let passed = 0
    const timer = setInterval(() => {
      // What has arrived and is not read yet waits for us, not for the client.
      if (upload && raw.readableLength > 0) return
      passed++
      if (!upload || raw.socket.bytesRead - before < expected * passed) raw.destroy()
    }, requestTimeoutMs).unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
  }
}

/** A client that was refused may still send this much, as files that are too large. Then it is cut off. */
const MOST_DRAINED_BYTES = 64 * 1024 * 1024
const DRAIN_CHECK_MS = 100

/** Whoever is refused while they send reads why, and goes on over the same connection: what is still to come is discarded. */
export function drainRefused(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // Fastify closes the connection where a body cannot be read.
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
    raw.resume()
    const timer = setInterval(() => {
      if (raw.complete || raw.readableEnded || raw.destroyed) return clearInterval(timer)
      if (socket.bytesRead - before > MOST_DRAINED_BYTES) socket.destroy()
    }, DRAIN_CHECK_MS).unref()
  }
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
