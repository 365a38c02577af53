import { expect, test } from 'vitest'
import { finishPage, policyHash } from './finish-page.ts'

const stylesheet = {
  href: '/assets/style.css',
  css: '.seen{color:red}.unseen{color:blue}@font-face{font-family:"Our Type";src:url(/a.woff2)format("woff2");font-weight:100 900;unicode-range:U+0-FF,U+131}@font-face{font-family:"Our Type";src:url(/b.woff2)format("woff2");unicode-range:U+460-52F}',
}
const loader = 'wakeUp()'
const rules = { stylesheet, loader, parts: /react-/, runsBeforePaint: (script: string) => script === 'first()' }

const prerendered =
  '<html><head><script>first()</script><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" crossorigin href="/assets/react-1.js"><link rel="stylesheet" href="/assets/style.css"/>' +
  '<script type="application/ld+json">{"@type":"Organization"}</script></head><body><p class="seen">Hello</p>' +
  '<script>context = 1</script><script type="module" async="">import "/assets/entry.js"</script>' +
  '<script type="module" crossorigin src="/assets/main.js"></script></body></html>'

const { html, scriptHashes, styleHashes, start } = finishPage(prerendered, rules)

test('inlines only the critical styles', () => {
  expect(html).toContain('<style>.seen{color:red}</style>')
  expect(html).not.toContain('unseen')
  expect(styleHashes).toEqual([policyHash('.seen{color:red}')])
})

test('defers fonts to the loader', () => {
  expect(html).toContain('<link rel="later" data-later="font" title="Our Type" href="/a.woff2" data-weight="100 900"/>')
  expect(html).not.toContain('@font-face')
})

test('the full stylesheet follows the inline styles, to keep the cascade', () => {
  expect(html.indexOf('</style>')).toBeLessThan(html.indexOf('<link rel="stylesheet"'))
})

test('fonts of other scripts come with the full stylesheet', () => {
  expect(html).not.toContain('b.woff2')
})

test('the full stylesheet loads at the first interaction, or at once without JavaScript', () => {
  expect(html).toContain('<link rel="stylesheet" href="/assets/style.css" disabled data-later="stylesheet"/>')
  expect(html).toContain('<noscript><link rel="stylesheet" href="/assets/style.css"/></noscript>')
})

test('defers preloads to the loader', () => {
  expect(html).toContain('<link rel="later" data-later="modulepreload" href="/assets/entry.js"/>')
  expect(html).toContain('<script>wakeUp()</script></body>')
})

test('inline scripts become one module, which runs last', () => {
  expect(start?.text).toBe('context = 1\nimport "/assets/entry.js"')
  expect(html).toContain(
    `<link rel="later" data-later="modulepreload" data-part href="/${start?.file}"/>` +
      '<link rel="later" data-later="modulepreload" data-part href="/assets/main.js"/></head>',
  )
  expect(html).not.toContain('context = 1')
})

test('the module’s name has a content hash', () => {
  const other = finishPage(prerendered.replace('context = 1', 'context = 2'), rules)
  expect(other.start?.file).toMatch(/^assets\/start-[\w-]{8}\.js$/)
  expect(other.start?.file).not.toBe(start?.file)
})

test('keeps every script element that React rendered', () => {
  expect(html.split('<script type="application/x-later"></script>')).toHaveLength(4)
})

test('marks large scripts to run sequentially', () => {
  expect(html).toContain(
    '<link rel="later" data-later="modulepreload" data-part crossorigin href="/assets/react-1.js">',
  )
})

test('keeps scripts that must run before the first paint', () => {
  expect(html).toContain('<head><script>first()</script>')
})

test('the policy lists exactly the inline scripts that run', () => {
  expect(scriptHashes).toEqual([loader, 'first()'].map(policyHash))
})

test('rejects a page without stylesheet', () => {
  expect(() => finishPage('<html><body></body></html>', rules)).toThrow(/exactly once/)
})
