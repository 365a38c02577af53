import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteManifest } from '@sherpa/contracts/site-manifest'
import { policyHash } from '@sherpa/finishing/finish-page'
import { expect, test } from 'vitest'

/** Byte budget of the log-in. `npm test` builds the platform first. */
const LOG_IN_SCRIPT_BYTES = 140_000
/** Maximum requests per screen, in parallel; see `shared-chunks.ts`. Fewer would mean larger scripts for all screens: 20
 * cost 12 kB more on average.
 */
const SCREEN_SCRIPTS = 30

const dist = join(import.meta.dirname, '../dist')
const manifest = siteManifest.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))
const read = (address: string) => readFileSync(join(dist, manifest.files[address]?.file ?? `missing${address}`), 'utf8')
const brotliBytes = (address: string) => readFileSync(join(dist, `${manifest.files[address]?.file}.br`)).length

const signedOut = [
  '/login',
  '/register',
  '/finish-registration',
  '/confirm-email',
  '/reject-second-factor',
  '/forgot-password',
  '/reset-password',
  '/invitation',
]

test.each([...signedOut, '/'])('the page at %s has nothing inline that the policy blocks', (address) => {
  const html = read(address)
  expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)="/)
  const { inline } = manifest.files[address] ?? {}
  const running = [...html.matchAll(/<script(?![^>]*x-later")[^>]*>([\s\S]*?)<\/script>/g)]
  for (const [, script = ''] of running) expect(inline?.scriptHashes).toContain(policyHash(script))
  for (const [, style = ''] of html.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
    expect(inline?.styleHashes).toContain(policyHash(style))
  }
})

test.each([...signedOut, '/'])('the page at %s has no render-blocking resources', (address) => {
  const html = read(address)
  expect(html).not.toMatch(/<script[^>]+ src=|rel="(modulepreload|preload)"/)
  expect(html.replace(/<noscript>.*?<\/noscript>/g, '')).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/)
})

test('each signed-out screen has its own page, and all other addresses share one', () => {
  for (const address of signedOut) expect(manifest.files[address]?.file).toBe(`${address.slice(1)}/index.html`)
  for (const address of ['/', '/organizations/:organization/people', '/staff', manifest.notFound]) {
    expect(manifest.files[address]?.file).toBe('index.html')
  }
})

test('the prerendered log-in has its form, autocomplete and title', () => {
  const html = read('/login')
  expect(html).toContain('<title>Log in · Sherpa</title>')
  expect(html).toMatch(/<input[^>]* autoComplete="username"[^>]* name="email"/)
  expect(html).toMatch(/<input[^>]* autoComplete="current-password"[^>]* name="password"/)
})

test(`logging in takes at most ${LOG_IN_SCRIPT_BYTES} bytes of scripts`, () => {
  const screens = ['signed-out-frame', 'guests-only', 'log-in-screen'].map(assetOf)
  const scripts = withImports(
    [...read('/login').matchAll(/\/assets\/[\w.-]+\.js/g)].map(([address]) => address).concat(screens),
  )
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.map(brotliBytes).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(LOG_IN_SCRIPT_BYTES)
})

test.each(['deals-screen', 'athletes-screen', 'athlete-screen', 'overview-screen'])(
  '%s loads few scripts',
  (screen) => {
    const scripts = withImports(['signed-in-frame', 'organization-frame', screen].map(assetOf))
    expect(scripts.length).toBeLessThanOrEqual(SCREEN_SCRIPTS)
  },
)

test('the library that draws QR codes is not part of the security screen', () => {
  expect(withImports([assetOf('security-screen')])).not.toContain(assetOf('second-factor-dialog'))
})

test('the component catalog is not built', () => {
  expect(Object.keys(manifest.files).filter((address) => address.includes('catalog'))).toEqual([])
})

test('the PDF viewer and its worker load on demand', () => {
  const viewer = assetOf('pdf-viewer')
  const screens = ['signed-in-frame', 'organization-frame', 'athlete-screen', 'deal-screen', 'expense-screen']
  expect(withImports(screens.map(assetOf))).not.toContain(viewer)
  const worker = Object.keys(manifest.files).find((one) => /^\/assets\/pdf\.worker\.min-[\w-]{8}\.mjs$/.test(one))
  expect(read(viewer)).toContain(worker)
})

function assetOf(name: string) {
  const address = Object.keys(manifest.files).find((one) => new RegExp(`^/assets/${name}-[\\w-]{7}\\.js$`).test(one))
  if (!address) throw new Error(`There is no script called ${name}.`)
  return address
}

/** With everything that they import statically. */
function withImports(addresses: string[]) {
  const seen = new Set<string>()
  const follow = (address: string) => {
    if (seen.has(address)) return
    seen.add(address)
    for (const [, file] of read(address).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(`/assets/${file}`)
  }
  addresses.forEach(follow)
  return [...seen]
}
