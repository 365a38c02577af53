import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type HostedFile, loadSite } from './hosted-site.ts'
import { platformHeaders, sourceOf } from './security-headers.ts'

/** TCP's initial window: ten packets, as in the journeys. */
const FIRST_PACKETS_BYTES = 14_300
/** What Node adds to the headers of an answer. */
const NODE_HEADERS =
  'HTTP/1.1 200 OK\r\nDate: Tue, 17 Nov 2026 12:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n'

const dist = (app: string) => join(import.meta.dirname, '../../../..', `apps/${app}/dist`)
const settings = {
  SITE_URL: 'https://www.sherpa-sports.example',
  PLATFORM_URL: 'https://platform.sherpa-sports.example',
  API_URL: 'https://api.sherpa-sports.example/api',
}

type Loaded = Map<string, HostedFile>
let here: Loaded
let elsewhere: Loaded

/** The built site and platform at one set of addresses. `npm test` builds them first. */
async function load(env: Record<string, string>): Promise<Loaded> {
  const { addresses } = readConfig(env)
  const [site, platform] = await Promise.all([
    loadSite(dist('site'), addresses),
    loadSite(dist('platform'), addresses, { trustedTypes: true, headers: platformHeaders }),
  ])
  const named = (name: string, files: ReadonlyMap<string, HostedFile>) =>
    [...files].map(([address, file]) => [`${name} ${address}`, file] as const)
  return new Map([
    ...named('site', new Map([...site.files, ['404', site.notFound]])),
    ...named('platform', platform.files),
  ])
}

const isPage = ({ plain }: HostedFile) => String(plain.headers['Content-Type']).startsWith('text/html')
const changed = () =>
  [...here].filter(([name, { plain }]) => !plain.body.equals(elsewhere.get(name)?.plain.body ?? plain.body))

beforeAll(async () => {
  here = await load({})
  elsewhere = await load(settings)
})

describe('one build at other addresses', () => {
  test('changes pages, robots.txt and sitemap.xml, and nothing else', () => {
    const names = changed().map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining(['site /', 'site /robots.txt', 'site /sitemap.xml', 'platform /login']),
    )
    expect(names.filter((name) => /\.(?!txt$|xml$)/.test(name))).toEqual([])
  })

  test('leaves no placeholder and no other address in any of them', () => {
    for (const [name, { plain }] of elsewhere) {
      if (plain.headers['Content-Type'] === 'text/javascript; charset=utf-8') continue
      expect(plain.body.includes('-address.invalid'), name).toBe(false)
      expect(plain.body.includes('localhost'), name).toBe(false)
    }
    expect(elsewhere.get('site /robots.txt')?.plain.body.toString()).toContain(
      `Sitemap: ${settings.SITE_URL}/sitemap.xml`,
    )
    const home = elsewhere.get('site /')?.plain.body.toString()
    expect(home).toContain(`<link rel="canonical" href="${settings.SITE_URL}/"/>`)
    expect(home).toContain(`"url":"${settings.SITE_URL}"`)
    expect(home).toContain(`href="${settings.PLATFORM_URL}/login"`)
  })

  test('compresses what it sends', () => {
    for (const [name, { plain, br, gzip }] of elsewhere) {
      if (!br || !gzip) continue
      expect(brotliDecompressSync(br.body).equals(plain.body), name).toBe(true)
      expect(gunzipSync(gzip.body).equals(plain.body), name).toBe(true)
    }
  })

  test('allows the inline scripts and styles that are in the page, and the API’s origin', () => {
    for (const [name, { plain }] of [...elsewhere].filter(([, file]) => isPage(file))) {
      const policy = String(plain.headers['Content-Security-Policy'])
      const html = plain.body.toString()
      const inline = [
        ...html.matchAll(/<script(?![^>]*(?:x-later"|ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
        ...html.matchAll(/<style>([\s\S]*?)<\/style>/g),
      ]
      expect(inline.length, name).toBeGreaterThan(1)
      for (const [, text = ''] of inline) expect(policy, name).toContain(sourceOf(text))
      const connect = name.startsWith('site')
        ? "connect-src 'self' https://api.sherpa-sports.example;"
        : "connect-src 'self';"
      expect(policy, name).toContain(connect)
    }
  })

  test('sends every page in the first round trip, headers included', () => {
    for (const [name, { br }] of [...elsewhere].filter(([, file]) => isPage(file))) {
      const headers = Object.entries(br?.headers ?? {}).map(([header, value]) => `${header}: ${value}\r\n`)
      const bytes = (br?.body.length ?? 0) + headers.join('').length + NODE_HEADERS.length
      expect(bytes, name).toBeLessThanOrEqual(FIRST_PACKETS_BYTES)
    }
  })
})
