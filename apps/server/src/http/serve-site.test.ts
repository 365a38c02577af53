import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { problem } from '@sherpa/contracts/problem'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { loadSite } from './hosted-site.ts'

const page = '<!doctype html><title>Questions</title>'
const film = Buffer.from('0123456789')
let directory: string
let app: ReturnType<typeof buildApp>
let fresh: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'site-'))
  await mkdir(join(directory, 'assets'))
  const files: Record<string, string | Buffer> = {
    'faqs.html': page,
    '404.html': 'lost',
    'assets/a-1.js': 'run()',
    'film.mp4': film,
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), content)
    await writeFile(join(directory, `${name}.br`), brotliCompressSync(content))
    await writeFile(join(directory, `${name}.gz`), gzipSync(content))
  }
  const inline = { scriptHashes: ["'sha256-script'"], styleHashes: ["'sha256-style'"] }
  const html = { type: 'text/html; charset=utf-8', caching: 'revalidate', compressed: true, inline } as const
  const manifest: SiteManifest = {
    notFound: '/404',
    foreignOrigins: { connect: ['https://api.sherpa.example'], media: [] },
    files: {
      '/faqs': { file: 'faqs.html', ...html },
      '/404': { file: '404.html', ...html },
      '/assets/a-1.js': {
        file: 'assets/a-1.js',
        type: 'text/javascript; charset=utf-8',
        caching: 'immutable',
        compressed: true,
      },
      '/film.mp4': { file: 'film.mp4', type: 'video/mp4', caching: 'revalidate', compressed: false },
    },
  }
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest))
  fresh = await freshDatabase()
  app = buildApp({
    database: fresh.database,
    site: await loadSite(directory, readConfig({}).addresses),
    trustedProxies: ['127.0.0.1'],
  })
})

afterAll(async () => {
  await app.close()
  await fresh.drop()
  await rm(directory, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a page is compressed and has content type, ETag and revalidation', async () => {
  const answer = await get('/faqs', { 'accept-encoding': 'gzip, br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
})

test('answers a matching If-None-Match with 304', async () => {
  const { etag } = (await get('/faqs')).headers
  const answer = await get('/faqs', { 'if-none-match': String(etag) })
  expect(answer.statusCode).toBe(304)
  expect(answer.payload).toBe('')
  expect(answer.headers.etag).toBe(etag)
})

test('each encoding has its own ETag', async () => {
  const plain = await get('/faqs')
  const brotli = await get('/faqs', { 'accept-encoding': 'br' })
  expect(plain.headers.etag).not.toBe(brotli.headers.etag)
})

test('hashed assets are immutable', async () => {
  expect((await get('/assets/a-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('HEAD answers like GET without a body', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/faqs' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(page.length))
  expect(answer.payload).toBe('')
})

test('a film supports range requests', async () => {
  const part = await get('/film.mp4', { range: 'bytes=2-4' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe('bytes 2-4/10')
  expect(part.payload).toBe('234')
  const beyond = await get('/film.mp4', { range: 'bytes=99-' })
  expect(beyond.statusCode).toBe(416)
  expect(beyond.headers['content-range']).toBe('bytes */10')
})

test('a stale If-Range gets the whole film', async () => {
  const answer = await get('/film.mp4', { range: 'bytes=2-4', 'if-range': '"older"' })
  expect(answer.statusCode).toBe(200)
  expect(answer.payload).toBe('0123456789')
})

test('redirects a trailing slash and keeps the query', async () => {
  const answer = await get('/faqs/?from=mail')
  expect(answer.statusCode).toBe(308)
  expect(answer.headers.location).toBe('/faqs?from=mail')
})

test.each([
  '/nowhere',
  '/404',
  '/../config.ts',
  '/..%2f..%2fetc/passwd',
  '//evil.example/',
  '/assets/',
  '/manifest.json',
  '/faqs.html',
])('the unknown address %s gets the not-found page with status 404', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.payload).toBe('lost')
})

test('an unknown API address gets a problem document', async () => {
  const answer = await get('/api/nowhere')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(problem.parse(answer.json()).code).toBe('not-found')
})

test('a malformed URL gets 400 with the usual headers', async () => {
  const answer = await get('/%E0%A4%A')
  expect(answer.statusCode).toBe(400)
  expect(problem.parse(answer.json()).code).toBe('malformed-request')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('POST to a page gets 405 with Allow', async () => {
  const answer = await app.inject({ method: 'POST', url: '/faqs' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
})

test('health and readiness are not cached', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('sends Strict-Transport-Security when a trusted proxy reports HTTPS', async () => {
  expect((await get('/faqs')).headers).not.toHaveProperty('strict-transport-security')
  const behindProxy = await get('/faqs', { 'x-forwarded-proto': 'https' })
  expect(behindProxy.headers['strict-transport-security']).toMatch(/^max-age=63072000/)
  expect((await get('/api/nowhere', { 'x-forwarded-proto': 'https' })).headers).toHaveProperty(
    'strict-transport-security',
  )
})

test('a page may connect only to its own API', async () => {
  const policy = String((await get('/faqs')).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://api.sherpa.example;")
  expect(policy).toContain("media-src 'self';")
})

test('ignores X-Forwarded-Proto from untrusted clients', async () => {
  const answer = await app.inject({
    url: '/faqs',
    remoteAddress: '203.0.113.9',
    headers: { 'x-forwarded-proto': 'https' },
  })
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
})

test('page headers score 130 in the HTTP Observatory', async () => {
  const { headers } = await get('/faqs', { 'x-forwarded-proto': 'https' })
  expect(observatoryScore(headers)).toBe(130)
})

/** Observatory score, limited to rules that apply: no cookies, no third-party scripts, no CORS. */
function observatoryScore(headers: Record<string, unknown>) {
  const policy = String(headers['content-security-policy'])
  const directive = (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1] ?? ''
  const deductions = [
    /unsafe-inline|unsafe-eval|data:|https?:|\*/.test(directive('script-src') + directive('style-src')) ? 25 : 0,
    Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1] ?? 0) < 15_768_000 ? 20 : 0,
    headers['x-content-type-options'] === 'nosniff' ? 0 : 5,
    'access-control-allow-origin' in headers ? 50 : 0,
    'set-cookie' in headers ? 20 : 0,
  ]
  const bonuses = [
    directive('default-src') === "'none'" ? 10 : 0,
    directive('frame-ancestors') === "'none'" ? 5 : 0,
    /no-referrer|same-origin|strict-origin/.test(String(headers['referrer-policy'])) ? 5 : 0,
    /same-origin|same-site/.test(String(headers['cross-origin-resource-policy'])) ? 10 : 0,
  ]
  const sum = (points: number[]) => points.reduce((total, point) => total + point, 0)
  return 100 - sum(deductions) + sum(bonuses)
}
