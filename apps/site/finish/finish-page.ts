import { createHash } from 'node:crypto'
import { downloadedFonts, pruneStyles } from './prune-styles.ts'

export type FinishedPage = { html: string; scriptHashes: string[]; styleHashes: string[] }

/**
 * Turns a prerendered page into the one we send: the styles it needs are inside it, and everything else waits. Fonts and
 * scripts come after the first paint, the full stylesheet when someone turns to the page. React finds every element
 * it rendered still in its place, only dormant, so hydration goes as if nothing had happened.
 */
export function finishPage(
  prerendered: string,
  { stylesheet, loader }: { stylesheet: { href: string; css: string }; loader: string },
): FinishedPage {
  const stylesheetLink = `<link rel="stylesheet" href="${stylesheet.href}"/>`
  const styles = pruneStyles(stylesheet.css, prerendered)
  const fonts = downloadedFonts(stylesheet.css).map(
    ({ family, url, weight }) =>
      `<link rel="later" data-later="font" title="${family}" href="${url}" data-weight="${weight}"/>`,
  )

  let html = replaceOnce(
    prerendered,
    stylesheetLink,
    `<link rel="stylesheet" href="${stylesheet.href}" disabled data-later="stylesheet"/>` +
      `<link rel="later" data-later="prefetch" href="${stylesheet.href}"/>${fonts.join('')}` +
      `<noscript>${stylesheetLink}</noscript><style>${styles}</style>`,
  )
  html = html.replaceAll('<link rel="modulepreload"', '<link rel="later" data-later="modulepreload"')

  const scripts: string[] = [loader]
  html = html.replace(/<script((?: [^>]*)?)>([\s\S]*?)<\/script>/g, (element, attributes: string, text: string) => {
    if (attributes.includes('application/ld+json')) return element
    scripts.push(text)
    // Scrolling back to where the visitor was belongs before the first paint.
    if (text.includes('react-router-scroll-positions')) return element
    const type = attributes.includes('type="module"') ? 'module' : 'text/javascript'
    return `<script type="later" data-later="${type}">${text}</script>`
  })
  html = replaceOnce(html, '</body>', `<script>${loader}</script></body>`)

  return { html, scriptHashes: scripts.map(policyHash), styleHashes: [policyHash(styles)] }
}

/** As a Content-Security-Policy names an inline script or style. */
export function policyHash(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function replaceOnce(html: string, from: string, to: string) {
  const parts = html.split(from)
  if (parts.length !== 2)
    throw new Error(`A prerendered page should hold ${from} exactly once; it does ${parts.length - 1} times.`)
  return parts.join(to)
}
