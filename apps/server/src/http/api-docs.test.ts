import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../app.ts'
import { openDatabase } from '../persistence/database.ts'
import { renderPage } from './api-docs/page.ts'
import { openApiDocument } from './openapi.ts'

// These tests never connect to the database.
const database = openDatabase('postgres://nobody@127.0.0.1:1/none')
const app = buildApp({ database, platformUrl: 'https://app.sherpa.example' })
afterAll(async () => {
  await app.close()
  await database.end()
})

type Document = ReturnType<typeof openApiDocument>
const document: Document = (await app.inject('/api/openapi.json')).json()
const answer = await app.inject('/api/docs')
const page = answer.payload
/** Page without its style and script. */
const shown = page.replace(/<(style|script)>.*?<\/\1>/gs, '')
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ id: operation.operationId, method, path, operation })),
)
/** Section of one operation. */
function sectionOf(id: string) {
  const [, part = ''] = shown.split(`<details class="operation" id="operation-${id}"`)
  return part.split(/<details class="operation"|<\/section>/)[0] ?? ''
}

describe('the OpenAPI document', () => {
  test('assigns every operation to a described area', () => {
    for (const { operation } of operations) {
      expect(operation.tags).toHaveLength(1)
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
    }
    for (const { name, description } of document.tags) expect(description, `areas.ts describes ${name}`).not.toBe('')
    expect(document.paths['/api/organizations/{organization}/invitations']?.post?.tags).toEqual(['Invitations'])
    expect(document.paths['/api/staff/invoices']?.get?.tags).toEqual(['Staff'])
  })

  test('has a valid example for every request body', () => {
    const bodies = operations.flatMap(({ id, operation }) => {
      const body = operation.requestBody?.content['application/json']
      return body ? [{ id, ...body }] : []
    })
    expect(bodies.length).toBeGreaterThan(20)
    for (const { id, schema, example } of bodies) {
      const { error } = z.fromJSONSchema(schema as never).safeParse(example)
      expect(error?.issues, `${id} needs a sample in api-docs/example.ts`).toBeUndefined()
    }
  })
})

describe('the API reference page', () => {
  test('lists every operation in the contents and in a section', () => {
    for (const { id, method, path } of operations) {
      expect(shown.includes(`<a href="#operation-${id}">`), id).toBe(true)
      const summary = sectionOf(id).split('</h3>')[0] ?? ''
      expect(textOf(summary)).toContain(`${method.toUpperCase()} ${path}`)
    }
    expect(shown.match(/<details class="operation"/g)).toHaveLength(operations.length)
  })

  test('has no broken anchors', () => {
    const ids = [...shown.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...shown.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.length).toBeGreaterThan(operations.length)
    for (const target of targets) expect(ids).toContain(target)
  })

  test('renders code in backticks as <code>', () => {
    expect(/.{0,40}`.{0,40}/.exec(shown)?.[0]).toBeUndefined()
    expect(shown.includes('<code>Retry-After</code>')).toBe(true)
  })

  test('describes who may call an operation', () => {
    expect(textOf(sectionOf('scheduleDemo'))).toContain('Anyone, without logging in.')
    expect(textOf(sectionOf('invite'))).toContain(
      'Members of the organization who have the permission “Invite people” (people.invite). By default: Owner, Agent.',
    )
  })

  test('has a curl command for each operation, with method, path and body', () => {
    for (const { id, method, path, operation } of operations) {
      const command = textOf(/<pre>.*?<\/pre>/s.exec(sectionOf(id))?.[0] ?? '')
      const [, usedMethod, url = ''] = /^curl --request (\w+) '([^']+)'/.exec(command) ?? []
      expect(usedMethod).toBe(method.toUpperCase())
      expect(url.startsWith('https://app.sherpa.example/api/')).toBe(true)
      const pattern = path.replace(/\{\w+\}/g, '[^/{}]+')
      expect(new URL(url).pathname).toMatch(new RegExp(`^${pattern}$`))
      expect(command.includes('Authorization: Bearer')).toBe(operation['x-access'] !== 'anyone')
      const [, body] = /--data '([^']*)'/.exec(command) ?? []
      expect(body && JSON.parse(body)).toEqual(operation.requestBody?.content['application/json']?.example)
    }
  })

  test('allows only its own style and script in the Content-Security-Policy', () => {
    const policy = String(answer.headers['content-security-policy'])
    const hashOf = (tag: string) => {
      const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page) ?? []
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src ${hashOf('script')};`)
    expect(policy).toContain(`style-src ${hashOf('style')};`)
    expect(policy).not.toContain('unsafe')
    expect(shown).not.toMatch(/ style=| on\w+=| src=/)
  })

  test('is compressed and answers If-None-Match with 304', async () => {
    const ask = (headers: Record<string, string>) => app.inject({ url: '/api/docs', headers })
    const { rawPayload, headers } = await ask({ 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(rawPayload).toString()).toBe(page)
    const again = await ask({ 'accept-encoding': 'gzip, br', 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  test('escapes HTML in descriptions', () => {
    const hostile = '<img src=x onerror="alert(1)"> & `<b>`'
    const schema = z.object({
      list: z.array(z.object({ inner: z.string().describe(hostile) })),
      maybe: z.int().min(1).max(9).nullable(),
      text: z.string().nullable(),
      choice: z.union([z.object({ a: z.literal(hostile) }), z.object({ b: z.string().length(3) })]).optional(),
    })
    const html = renderPage(
      openApiDocument(
        [
          {
            method: 'POST',
            path: '/strange/:thing',
            name: 'strange',
            summary: hostile,
            access: 'anyone',
            body: schema,
            limits: 'none',
            answer: { status: 200, about: hostile, schema },
          },
        ],
        'https://app.sherpa.example',
      ),
    )
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <code>&lt;b&gt;</code>')
    const text = textOf(html)
    for (const words of [
      'list array of object required',
      'Inside listinner string required',
      'maybe integer or null required1 to 9.',
      'text string or null required',
      'choice object optional',
      'Exactly 3 characters.',
      'Strange',
    ]) {
      expect(text).toContain(words)
    }
  })
})
