import { createHash } from 'node:crypto'
import type { FinishedPage } from './finish-app.ts'
import { downloadedFonts, pruneStyles } from './prune-styles.ts'

type Finishing = {
  stylesheet: { href: string; css: string }
  /** loader.js */
  loader: string
  /** The large scripts that are run one after the other, each in a task of its own, before the page's own. */
  parts: RegExp
  /** Inline scripts that must run before the first paint. All others wait. */
  runsBeforePaint: (script: string) => boolean
}

/**
 * Turns a prerendered page into the one we send: the styles it needs are inside it, and everything else waits. Fonts and
 * scripts come after the first paint, the full stylesheet when someone turns to the page. React finds every element
 * it rendered still in its place, only dormant, so hydration goes as if nothing had happened.
 */
export function finishPage(
  prerendered: string,
  { stylesheet, loader, parts, runsBeforePaint }: Finishing,
): FinishedPage {
  const styles = pruneStyles(stylesheet.css, prerendered)
  const fonts = downloadedFonts(stylesheet.css).map(
    ({ family, url, weight }) =>
      `<link rel="later" data-later="font" title="${family}" href="${url}" data-weight="${weight}"/>`,
  )

  let html = replaceOnce(
    prerendered,
    new RegExp(`<link rel="stylesheet"[^>]* href="${stylesheet.href.replaceAll('.', '\\.')}"[^>]*>`),
    // The full stylesheet comes last: a rule of it for wide screens, say, must win over a general one that the page carries.
    `<style>${styles}</style><link rel="stylesheet" href="${stylesheet.href}" disabled data-later="stylesheet"/>` +
      `<link rel="later" data-later="prefetch" href="${stylesheet.href}"/>${fonts.join('')}` +
      `<noscript><link rel="stylesheet" href="${stylesheet.href}"/></noscript>`,
  )
  html = html.replace(/<link rel="modulepreload"([^>]*)>/g, (_, attributes: string) => {
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? ''
    return `<link rel="later" data-later="modulepreload"${parts.test(href) ? ' data-part' : ''}${attributes}>`
  })

  const scripts: string[] = [loader]
  html = html.replace(/<script((?: [^>]*)?)>([\s\S]*?)<\/script>/g, (element, attributes: string, text: string) => {
    if (attributes.includes('application/ld+json')) return element
    const type = attributes.includes('type="module"') ? 'module' : 'text/javascript'
    const [, source] = / src="([^"]*)"/.exec(attributes) ?? []
    if (source) return `<script type="application/x-later" data-later="${type}" data-source="${source}"></script>`
    scripts.push(text)
    return runsBeforePaint(text) ? element : `<script type="application/x-later" data-later="${type}">${text}</script>`
  })
  html = replaceOnce(html, /<\/body>/, `<script>${loader}</script></body>`)

  return { html, scriptHashes: scripts.map(policyHash), styleHashes: [policyHash(styles)] }
}

/** As a Content-Security-Policy names an inline script or style. */
export function policyHash(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function replaceOnce(html: string, from: RegExp, to: string) {
  const parts = html.split(from)
  if (parts.length !== 2)
    throw new Error(`A prerendered page should hold ${from} exactly once; it does ${parts.length - 1} times.`)
  return parts.join(to)
}
