import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { renderPage, script, style } from './api-docs/page.ts'
import type { Endpoint } from './endpoint.ts'
import type { HostedFile, Variant } from './hosted-site.ts'
import { alreadyHas, chooseVariant } from './negotiate.ts'
import { openApiDocument } from './openapi.ts'
import { sourceOf } from './security-headers.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content)

/**
 * Allows only the page's own style and script. Common OpenAPI viewers inject styles at run time, which this blocks,
 * so the page is our own.
 */
const policy = [
  "default-src 'none'",
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Serves GET /api/openapi.json and the reference page GET /api/docs. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[], server: string) {
  // Built lazily: few requests ask for them.
  let cached: ReturnType<typeof openApiDocument> | undefined
  let page: HostedFile | undefined
  const document = () => {
    cached ??= openApiDocument(endpoints, server)
    return cached
  }
  app.get('/api/openapi.json', document)
  app.get('/api/docs', (request, reply) => {
    page ??= hosted(renderPage(document()))
    const { body, etag, headers } = chooseVariant(page, request.headers['accept-encoding'])
    reply.headers(headers).type('text/html; charset=utf-8')
    return alreadyHas(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  })
}

function hosted(page: string): HostedFile {
  const variant = (body: Buffer, more: Record<string, string> = {}): Variant => {
    const etag = `"${sha256(body).digest('base64url').slice(0, 27)}"`
    const common = { 'Content-Security-Policy': policy, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
    return { body, etag, headers: { ...common, ETag: etag, ...more } }
  }
  const plain = Buffer.from(page)
  return { plain: variant(plain), gzip: variant(gzipSync(plain), { 'Content-Encoding': 'gzip' }), ranges: false }
}
