import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../../scripts/prepare.mjs'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { loadSite } from './hosted-site.ts'
import { platformHeaders } from './security-headers.ts'
import { hostPlatform } from './serve-platform.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>
let platform: ReturnType<typeof hostPlatform>
let address: string
const dist = join(import.meta.dirname, '../../../platform/dist')

beforeAll(async () => {
  ensureBuilt()
  fresh = await freshDatabase()
  app = buildApp({ database: fresh.database })
  await app.ready()
  const site = await loadSite(dist, readConfig({}).addresses, { trustedTypes: true, headers: platformHeaders })
  platform = hostPlatform(site, app)
  await platform.listen({ port: 0 })
  address = `http://localhost:${(platform.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await platform.close()
  await app.close()
  await fresh.drop()
})

test.each([
  ['/login', 200],
  ['/login?next=/account', 200],
  ['/organizations/0193a1b2-0000-7000-8000-000000000001/people', 200],
  ['/nothing-here', 404],
  ['/../../etc/passwd', 404],
])('%s serves the application with status %i', async (path, status) => {
  const answer = await fetch(address + path)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain('<div id="app"')
})

test.each(['/healthz', '/readyz'])('%s answers here, too', async (path) => {
  const answer = await fetch(address + path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
})

test.each(['/login', '/'])('the page at %s runs only our scripts and sends no referrer', async (path) => {
  const { headers } = await fetch(address + path)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}='){2};/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}=';/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test.each(['/login', '/api/plans'])('idle connections stay open for over a minute after %s', async (path) => {
  const { headers } = await fetch(address + path)
  expect(headers.get('keep-alive')).toBe('timeout=72')
})

test('the API is served on the same origin, with its own headers', async () => {
  const answer = await fetch(`${address}/api/plans`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  const unknown = await fetch(`${address}/api/nothing`)
  expect(unknown.headers.get('content-type')).toContain('application/problem+json')
})

test('a malformed URL is refused with the same headers', async () => {
  const answer = await fetch(`${address}/%ZZ`)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
})

test('sends Strict-Transport-Security behind a trusted proxy', async () => {
  const behind = hostPlatform(await loadSite(dist, readConfig({}).addresses), app, { trustedProxies: ['loopback'] })
  const answer = await behind.inject({ url: '/login', headers: { 'x-forwarded-proto': 'https' } })
  expect(answer.headers['strict-transport-security']).toContain('max-age=')
  await behind.close()
})

test('redirects a trailing slash and keeps the query', async () => {
  const answer = await fetch(`${address}/organizations/x/people/?a=b`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/organizations/x/people?a=b'])
})
