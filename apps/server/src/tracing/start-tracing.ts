import { setTimeout as pause } from 'node:timers/promises'
import type { TracingSettings } from './open-telemetry.ts'
import { setTracer } from './trace.ts'

const STOP_MS = 2000

/** Loads OpenTelemetry only if traces go somewhere. Its exporter also reads OTEL_EXPORTER_OTLP_HEADERS. */
export async function startTracing(settings: TracingSettings | undefined, warn: (message: string) => void) {
  if (!settings) return undefined
  const { createTracer } = await import('./open-telemetry.ts')
  const tracer = createTracer(settings, warn)
  setTracer(tracer)
  return {
    async stop() {
      setTracer(undefined)
      // A collector that does not answer must not hold up the exit.
      await Promise.race([tracer.stop().catch(() => undefined), pause(STOP_MS)])
    },
  }
}
