import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteManifest } from '@sherpa/contracts/site-manifest'
import { expect, test } from 'vitest'

/** What the platform may weigh before someone can log in. `npm test` builds it first. */
const LOG_IN_SCRIPT_BYTES = 140_000

const dist = join(import.meta.dirname, '../dist')
const manifest = siteManifest.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))
const read = (address: string) => readFileSync(join(dist, manifest.files[address]?.file ?? `missing${address}`), 'utf8')
const brotliBytes = (address: string) => readFileSync(join(dist, `${manifest.files[address]?.file}.br`)).length

test('the page has nothing inline that the policy would refuse', () => {
  const html = read('/login')
  expect(html).not.toMatch(/<style|<[^>]+ (style|on[a-z]+)="/)
  for (const [script] of html.matchAll(/<script[^>]*>/g)) expect(script).toContain('src="/assets/')
})

test('every address that the server should know is answered by the page', () => {
  for (const address of ['/', '/login', '/organizations/:organization/people', '/staff', manifest.notFound]) {
    expect(manifest.files[address]?.file).toBe('index.html')
  }
})

test(`logging in takes at most ${LOG_IN_SCRIPT_BYTES} bytes of scripts`, () => {
  const screens = ['signed-out-frame', 'guests-only', 'log-in-screen'].map(assetOf)
  const scripts = withImports(
    [...read('/login').matchAll(/\/assets\/[\w.-]+\.js/g)].map(([address]) => address).concat(screens),
  )
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.map(brotliBytes).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(LOG_IN_SCRIPT_BYTES)
})

test('the library that draws QR codes is not part of the security screen', () => {
  expect(withImports([assetOf('security-screen')])).not.toContain(assetOf('connect-app'))
})

function assetOf(name: string) {
  const address = Object.keys(manifest.files).find((one) => new RegExp(`^/assets/${name}-[\\w-]{8}\\.js$`).test(one))
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
