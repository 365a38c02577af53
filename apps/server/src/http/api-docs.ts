import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'

const style = `body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 4rem;font:1rem/1.6 system-ui,sans-serif;color:#334155}
h1,h2{color:#0b1220;line-height:1.2}h2{margin-top:3rem;border-top:2px solid #0b1220;padding-top:1rem}
code,pre{font:.875rem/1.5 ui-monospace,monospace}pre{overflow-x:auto;background:#f7f9fc;border:1px solid #e2e8f0;border-radius:.5rem;padding:1rem}
summary{cursor:pointer;color:#2456e6;font-weight:600}a{color:#2456e6}dt{font-weight:600;color:#0b1220}dd{margin:0 0 .5rem}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/** GET /api/openapi.json for programs, GET /api/docs for people. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly AnyEndpoint[]) {
  const document = openApiDocument(endpoints)
  const page = renderPage(document)
  app.get('/api/openapi.json', () => document)
  app.get('/api/docs', (_request, reply) =>
    reply.headers({ 'Content-Security-Policy': policy }).type('text/html; charset=utf-8').send(page),
  )
}

type Document = ReturnType<typeof openApiDocument>
type Operation = Document['paths'][string][string]

function renderPage({ info, paths }: Document) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(`${method.toUpperCase()} ${path}`, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title><style>${style}</style></head><body><main><h1>${info.title}</h1><p>${asHtml(info.description)} The same as a document for programs: <a href="/api/openapi.json">openapi.json</a></p>${operations.join('')}</main></body></html>`
}

function renderOperation(name: string, operation: Operation) {
  const { summary, parameters = [], requestBody, responses } = operation
  const list = (entries: [string, string][]) =>
    `<dl>${entries.map(([term, meaning]) => `<dt><code>${asHtml(term)}</code></dt><dd>${asHtml(meaning)}</dd>`).join('')}</dl>`
  const details = (title: string, value: object) =>
    `<details><summary>${title}</summary><pre>${asHtml(JSON.stringify(value, null, 2))}</pre></details>`
  return [
    `<h2><code>${asHtml(name)}</code></h2><p>${asHtml(summary)} <em>For ${asHtml(operation['x-access'])}</em></p>`,
    parameters.length > 0 &&
      list(parameters.map((one) => [one.name, 'description' in one ? one.description : `in the ${one.in}`])),
    requestBody && details('Body', requestBody),
    list(Object.entries(responses).map(([status, { description }]) => [status, description])),
    details('Answers', responses),
  ]
    .filter(Boolean)
    .join('')
}

function asHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
