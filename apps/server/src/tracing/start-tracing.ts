import type { TracingSettings } from './open-telemetry.ts'
import { setTracer } from './trace.ts'

/** Loads OpenTelemetry only if traces go somewhere. Its exporter also reads OTEL_EXPORTER_OTLP_HEADERS. */
export async function startTracing(settings: TracingSettings | undefined, warn: (message: string) => void) {
  if (!settings) return undefined
  const { createTracer } = await import('./open-telemetry.ts')
  const tracer = createTracer(settings, warn)
  setTracer(tracer)
  return {
    async stop() {
      setTracer(undefined)
      await tracer.stop().catch(() => undefined)
    },
  }
}
