import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}

/** A collector that takes OTLP over HTTP as JSON. */
export async function startOtlpReceiver() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push(await text(request))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: (): ReceivedSpan[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  }
}
