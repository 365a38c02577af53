import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { placeholders } from '@sherpa/contracts/site-addresses'
import { siteManifest } from '@sherpa/contracts/site-manifest'
import { describe, expect, test } from 'vitest'
import { pages } from '../app/content/pages'

/** Byte budgets. `npm test` builds the site first. */
const firstLoadScriptBytes = (path: string) => (path === '/' ? 115_000 : 110_000)
const IMAGE_BYTES = 60_000

const dist = join(import.meta.dirname, '../dist')
const manifest = siteManifest.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))

const read = (address: string) => readFileSync(join(dist, manifest.files[address]?.file ?? `missing${address}`), 'utf8')
const brotliBytes = (address: string) => readFileSync(join(dist, `${manifest.files[address]?.file}.br`)).length

describe.each(Object.values(pages))('the finished page at $path', ({ path, title }) => {
  const html = read(path)

  test('has its own title', () => {
    expect(html).toContain(`<title>${title}</title>`)
  })

  test(`loads at most ${firstLoadScriptBytes(path)} bytes of scripts`, () => {
    const scripts = scriptsOfFirstLoad(html)
    expect(scripts.length).toBeGreaterThan(3)
    const total = scripts.map(brotliBytes).reduce((sum, bytes) => sum + bytes, 0)
    expect(total).toBeLessThanOrEqual(firstLoadScriptBytes(path))
  })

  test('runs only the loader and the scroll restoration before the first paint', () => {
    const running = [...html.matchAll(/<script(?![^>]*(?:x-later"|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)]
    expect(running).toHaveLength(2)
    expect(html).not.toMatch(/<script[^>]+src=/)
    expect(html).not.toMatch(/rel="(modulepreload|preload)"/)
  })

  test('has no inline styles or handlers that the policy blocks', () => {
    expect(html).not.toMatch(/<[^>]+ (style|on[a-z]+)="/)
  })

  test('has valid nesting', () => {
    expect(blocksInsidePhrasing(html)).toEqual([])
    for (const [, type = ''] of html.matchAll(/<script[^>]* type="([^"]*)"/g))
      expect(type).toMatch(/^[\w-]+\/[\w.+-]+$/)
  })

  test('has no broken links and opens external ones in a new tab without opener', () => {
    const links = [...html.matchAll(/<a ([^>]*)href="([^"]*)"([^>]*)>/g)]
    expect(links.length).toBeGreaterThan(10)
    for (const [, before = '', href = '', after = ''] of links) {
      if (/^https?:/.test(href)) {
        expect(before + after).toContain('target="_blank"')
        expect(before + after).toMatch(/rel="[^"]*noopener/)
      } else if (!/^(mailto|tel):/.test(href)) {
        const { pathname, hash } = new URL(href, `http://localhost:3000${path}`)
        expect(manifest.files).toHaveProperty([pathname])
        if (hash) expect(read(pathname)).toContain(`id="${hash.slice(1)}"`)
      }
    }
  })

  test('loads nothing from third parties', () => {
    const fetched = [...html.matchAll(/<(?:script|img|source|video|iframe|link)[^>]+(?:src|href)="([^"]+)"/g)]
    const foreign = fetched.map(([, url]) => url ?? '').filter((url) => /^(https?:)?\/\//.test(url))
    expect(foreign.filter((url) => !url.startsWith(placeholders.site))).toEqual([])
  })
})

test(`no picture that a page shows is above ${IMAGE_BYTES} bytes`, () => {
  const shown = Object.values(pages).flatMap(({ path }) =>
    [...read(path).matchAll(/<(?:img[^>]+src|video[^>]+poster)="([^"]+)"/g)].map(([, url]) => url ?? ''),
  )
  expect(shown.length).toBeGreaterThan(0)
  for (const url of shown) expect(statSync(join(dist, url)).size).toBeLessThanOrEqual(IMAGE_BYTES)
})

test('titles and descriptions are all different', () => {
  const texts = Object.values(pages).flatMap(({ title, description }) => [title, description])
  expect(new Set(texts).size).toBe(texts.length)
})

test('the sitemap lists every page', () => {
  const listed = [...read('/sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  expect(listed).toEqual(Object.values(pages).map(({ path }) => path))
})

/** Finds common nesting errors without the Nu checker, which needs Java. */
function blocksInsidePhrasing(html: string) {
  const found: string[] = []
  const open: string[] = []
  for (const [, closes, name = ''] of html.matchAll(
    /<(\/?)(span|p|button|h[1-6]|div|ul|ol|section|article|table)\b/g,
  )) {
    if (closes) open.splice(open.lastIndexOf(name), 1)
    else {
      const outer = open.find((one) => /^(span|p|button|h[1-6])$/.test(one))
      if (outer && !/^(span|button)$/.test(name)) found.push(`${name} in ${outer}`)
      open.push(name)
    }
  }
  return found
}

/** Preloaded modules and entry module with their static imports. */
function scriptsOfFirstLoad(html: string) {
  const seen = new Set<string>()
  const follow = (address: string) => {
    if (seen.has(address)) return
    seen.add(address)
    for (const [, file] of read(address).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(`/assets/${file}`)
  }
  for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.js/g)) follow(address)
  return [...seen]
}
