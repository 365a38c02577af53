import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addToLog } from '../http/request-log.ts'
import { isTracing, type Span, startSpan, traceIdOf, withSpan } from './trace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation in the contract. */
    operation?: string
  }
}

/** A span per request of the API. A traceparent of the client is ignored: anybody could send one. */
export function traceRequests(api: FastifyInstance) {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  api.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request
    const { url: route = 'none', config } = routeOptions
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'sherpa.request': request.id,
      ...(config.operation && { 'sherpa.operation': config.operation }),
    }
    const span = startSpan({ kind: 'server', name: `${method} ${route}`, attributes })
    if (span) {
      spans.set(request, span)
      addToLog(request, { trace: traceIdOf(span) })
    }
    withSpan(span, done)
  })
  // Reading a body loses the async context.
  api.addHook('preHandler', (request, _reply, done) => withSpan(spans.get(request), done))
  api.addHook('onResponse', (request, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode }
    spans.get(request)?.end({ attributes, failed: statusCode >= 500 })
    done()
  })
}
