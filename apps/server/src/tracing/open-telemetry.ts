// Imported only when OTEL_EXPORTER_OTLP_ENDPOINT is set.
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { release } from '../release.ts'
import type { Span, SpanAttributes, SpanOutcome, Tracer } from './trace.ts'

export type TracingSettings = { endpoint: string; ratio: number; serviceName: string }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Not registered globally: libraries that trace by themselves (better-auth) would export attributes outside our allow-list. */
export function createTracer(
  { endpoint, ratio, serviceName }: TracingSettings,
  warn: (message: string) => void,
): Tracer {
  const ignore = () => undefined
  diag.setLogger(
    { error: (message) => warn(`Tracing: ${message}`), warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.ERROR,
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': release }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 8192, maxExportBatchSize: 1024 })],
  })
  const tracer = provider.getTracer('sherpa')
  return {
    start({ kind, name, attributes }, parent) {
      const context = parent instanceof RecordedSpan ? parent.context : contextOf(parent as string | undefined)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
      return span.isRecording() ? new RecordedSpan(span) : undefined
    },
    stop: () => provider.shutdown(),
  }
}

class RecordedSpan implements Span {
  readonly #span: OtelSpan
  #context: Context | undefined

  constructor(span: OtelSpan) {
    this.#span = span
  }

  /** For its children. */
  get context() {
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span)
    return this.#context
  }

  get traceparent() {
    const { traceId, spanId } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-01`
  }

  add(attributes: SpanAttributes) {
    this.#span.setAttributes(attributes)
  }

  end({ attributes, failed }: SpanOutcome = {}) {
    if (attributes) this.add(attributes)
    if (failed) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}

function contextOf(traceparent: string | undefined) {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}
