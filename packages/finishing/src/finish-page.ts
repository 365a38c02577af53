import { createHash } from 'node:crypto'
import type { FinishedPage } from './finish-app.ts'
import { downloadedFonts, pruneStyles } from './prune-styles.ts'

type Finishing = {
  stylesheet: { href: string; css: string }
  /** loader.js */
  loader: string
  /** Large scripts, run sequentially in separate tasks before the entry scripts. */
  parts: RegExp
  /** Inline scripts that must run before the first paint. Others are deferred. */
  runsBeforePaint: (script: string) => boolean
}

/**
 * Inlines critical CSS and defers the rest of a prerendered page: fonts and scripts until after the first paint, the full
 * stylesheet until the first interaction. Every element that React rendered stays in place, so hydration matches.
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
    // The full stylesheet comes last, to keep the cascade: its media queries must win over inlined rules.
    `<style>${styles}</style><link rel="stylesheet" href="${stylesheet.href}" disabled data-later="stylesheet"/>` +
      `<link rel="later" data-later="prefetch" href="${stylesheet.href}"/>${fonts.join('')}` +
      `<noscript><link rel="stylesheet" href="${stylesheet.href}"/></noscript>`,
  )
  html = html.replace(/<link rel="modulepreload"([^>]*)>/g, (_, attributes: string) => {
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? ''
    return `<link rel="later" data-later="modulepreload"${parts.test(href) ? ' data-part' : ''}${attributes}>`
  })

  // Inline scripts move into a module: not needed for the first paint, and allowed by 'self'.
  const sources: string[] = []
  const texts: string[] = []
  const inline: string[] = [loader]
  html = html.replace(/<script((?: [^>]*)?)>([\s\S]*?)<\/script>/g, (element, attributes: string, text: string) => {
    if (attributes.includes('application/ld+json')) return element
    if (runsBeforePaint(text)) {
      inline.push(text)
      return element
    }
    const [, source] = / src="([^"]*)"/.exec(attributes) ?? []
    if (source) sources.push(source)
    else texts.push(text)
    return '<script type="application/x-later"></script>'
  })
  const start = texts.length > 0 ? startModule(texts) : undefined
  if (start) sources.unshift(`/${start.file}`)
  const links = sources.map((source) => `<link rel="later" data-later="modulepreload" data-part href="${source}"/>`)
  html = replaceOnce(html, /<\/head>/, `${links.join('')}</head>`)
  html = replaceOnce(html, /<\/body>/, `<script>${loader}</script></body>`)

  return { html, scriptHashes: inline.map(policyHash), styleHashes: [policyHash(styles)], ...(start && { start }) }
}

function startModule(texts: string[]) {
  const text = texts.join('\n')
  return { file: `assets/start-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`, text }
}

/** Content-Security-Policy hash of an inline script or style. */
export function policyHash(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function replaceOnce(html: string, from: RegExp, to: string) {
  const parts = html.split(from)
  if (parts.length !== 2)
    throw new Error(`A prerendered page should hold ${from} exactly once; it does ${parts.length - 1} times.`)
  return parts.join(to)
}
