import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { describeStatement } from './describe-statement.ts'

/** The allow-list: names that we chose ourselves, and codes. Never values, addresses, SQL or ids of people. */
export type SpanAttributes = {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  'sherpa.operation'?: string
  /** As the proxy and our log name it. */
  'sherpa.request'?: string
  /** Hashed. */
  'sherpa.organization'?: string
  /** Name of the prepared statement, or kind and table. */
  'db.query.summary'?: string
  'sherpa.job.name'?: string
  'sherpa.job.attempt'?: number
  'sherpa.mail.kind'?: string
}

type SpanKind = 'server' | 'client' | 'consumer'

export type NewSpan = { kind: SpanKind; name: string; attributes: SpanAttributes }

export type SpanOutcome = { attributes?: SpanAttributes; failed?: boolean }

export type Span = {
  /** As W3C Trace Context writes it. */
  readonly traceparent: string
  add(attributes: SpanAttributes): void
  end(outcome?: SpanOutcome): void
}

export type Tracer = {
  /** The parent is a span of this process, or the traceparent of a row. Undefined if the trace is not sampled. */
  start(span: NewSpan, parent: Span | string | undefined): Span | undefined
  /** Exports finished spans. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span | undefined>()

/** As collectors name the trace. */
export function traceIdOf({ traceparent }: Span) {
  return traceparent.slice(3, 35)
}

/** Turns tracing on for this process, before any connection is opened. Off, the functions below only call what they are given. */
export function setTracer(used: Tracer | undefined) {
  tracer = used
}

export function isTracing() {
  return tracer !== undefined
}

export function startSpan(span: NewSpan, parent?: string): Span | undefined {
  return tracer?.start(span, parent ?? current.getStore())
}

export function withSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return span ? current.run(span, work) : work()
}

export async function traced<Result>(span: NewSpan, work: () => Promise<Result>, parent?: string): Promise<Result> {
  const started = startSpan(span, parent)
  if (!started) return work()
  try {
    const result = await current.run(started, work)
    started.end()
    return result
  } catch (error) {
    started.end({ failed: true })
    throw error
  }
}

/** For work that outlives the request it began in. */
export function withoutSpan<Result>(work: () => Result): Result {
  return tracer ? current.run(undefined, work) : work()
}

/** Adds to the span of the current work, if it is traced. */
export function addToSpan(attributes: SpanAttributes) {
  current.getStore()?.add(attributes)
}

/** For the row of a job or mail that the current work causes. */
export function currentTraceparent(): string | null {
  return current.getStore()?.traceparent ?? null
}

/** For callbacks: a pool calls them in the context of the request that returned the connection. */
export function keepSpan<Callback extends (...args: never[]) => unknown>(callback: Callback): Callback {
  return tracer ? (AsyncLocalStorage.bind(callback as () => unknown) as unknown as Callback) : callback
}

/** Adds a span to each statement of a connection that belongs to a trace. */
export function traceStatements(client: pg.ClientBase) {
  if (!tracer) return
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const summary = current.getStore() && describeStatement(args[0])
    const span = summary && startSpan({ kind: 'client', name: summary, attributes: { 'db.query.summary': summary } })
    if (!span) return query(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        span.end({ failed: Boolean(error) })
        callback(error, result)
      })
    }
    const answer = query(...args)
    if (!(answer instanceof Promise)) {
      span.end()
      return answer
    }
    answer.then(
      () => span.end(),
      () => span.end({ failed: true }),
    )
    return answer
  }) as typeof client.query
}
