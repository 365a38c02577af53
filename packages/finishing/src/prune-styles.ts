import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss'

/**
 * Critical CSS of a page: rules whose elements and classes all occur in it, in order. Without pointer rules, which the full
 * stylesheet brings at the first pointer move, and without web fonts, whose metric-compatible fallback is used first.
 */
export function pruneStyles(css: string, html: string) {
  const root = postcss.parse(css)
  const classes = classesIn(html)
  const elements = new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name?.toLowerCase()))
  const inputs = new Set([...html.matchAll(/<input[^>]* type="([^"]*)"/g)].map(([, type]) => type ?? ''))
  const canMatch = (selector: string) =>
    !/:(hover|active)(?![\w-])/.test(selector) &&
    classesOf(selector).every((name) => classes.has(name)) &&
    elementsOf(selector).every((name) => elements.has(name)) &&
    inputsOf(selector).some((type) => type === 'any' || inputs.has(type))

  root.walkRules((rule) => {
    if (insideKeyframes(rule)) return
    rule.selectors = rule.selectors.filter(canMatch)
    if (rule.selectors.length === 0 || rule.selector === '') rule.remove()
    else dropRepeatedDeclarations(rule)
  })
  root.walkAtRules('font-face', (font) => {
    if (isDownloaded(font)) font.remove()
  })
  dropUnusedKeyframes(root)
  dropUnusedVariables(root)
  root.walkComments((comment) => void comment.remove())
  removeEmpty(root.nodes)
  return root.toString().replace(/\n\s*/g, '')
}

/** Web fonts for English, which every page needs. Others come with the full stylesheet. */
export function downloadedFonts(css: string) {
  const fonts: { family: string; url: string; weight: string }[] = []
  postcss.parse(css).walkAtRules('font-face', (font) => {
    if (!isDownloaded(font)) return
    const value = (name: string) => {
      const declaration = font.nodes?.find((node) => node.type === 'decl' && node.prop === name)
      return declaration?.type === 'decl' ? declaration.value.replace(/^["']|["']$/g, '') : ''
    }
    const characters = value('unicode-range')
    if (characters && !/^U\+(\?\?|0+-0*FF)(,|$)/i.test(characters)) return
    const url = /url\(["']?([^"')]+)/.exec(value('src'))?.[1] ?? ''
    fonts.push({ family: value('font-family'), url, weight: value('font-weight') || 'normal' })
  })
  return fonts
}

function isDownloaded(font: AtRule) {
  return font.toString().includes('url(')
}

function classesIn(html: string) {
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value]) => decode(value ?? '').split(/\s+/))
  return new Set(names)
}

/** Decodes entities in class names of Tailwind's arbitrary variants. */
function decode(attribute: string) {
  return attribute
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

function classesOf(selector: string) {
  const outsideNot = selector.replace(/:not\([^)]*\)/g, '')
  return [...outsideNot.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name]) =>
    withoutEscapes(name ?? ''),
  )
}

/** Element names outside parentheses, because `:is()` and `:where()` list alternatives. */
function elementsOf(selector: string) {
  const compounds = selector
    .replace(/\\[0-9a-f]{1,6} ?|\\./gi, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
  return [...compounds.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi)].map(([, name]) => name?.toLowerCase())
}

/** Input types that have the browser's pseudo-element of a selector. */
function inputsOf(selector: string) {
  const [, part] = /::([\w-]+)/.exec(selector) ?? []
  if (!part) return ['any']
  if (/date|calendar/.test(part)) return ['date', 'time', 'datetime-local', 'month', 'week']
  if (part.includes('spin-button')) return ['number']
  if (part.includes('search')) return ['search']
  if (part.includes('file-selector')) return ['file']
  return ['any']
}

function dropRepeatedDeclarations(rule: Rule) {
  const seen = new Set<string>()
  for (const node of [...rule.nodes].reverse()) {
    if (seen.has(node.toString())) node.remove()
    else seen.add(node.toString())
  }
}

function withoutEscapes(name: string) {
  return name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, hex: string | undefined, char: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : char,
  )
}

function insideKeyframes(rule: Rule) {
  return rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')
}

function dropUnusedKeyframes(root: postcss.Root) {
  const animations: string[] = []
  root.walkDecls(/^animation|^--animate/, (declaration) => void animations.push(declaration.value))
  root.walkAtRules(/keyframes$/, (keyframes) => {
    if (!animations.some((value) => value.includes(keyframes.params))) keyframes.remove()
  })
}

/** Removes unused theme variables transitively. */
function dropUnusedVariables(root: postcss.Root) {
  const css = root.toString()
  const used = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  let dropped = false
  root.walkDecls(/^--/, (declaration) => {
    if (used.has(declaration.prop)) return
    declaration.remove()
    dropped = true
  })
  root.walkAtRules('property', (property) => {
    if (!used.has(property.params)) property.remove()
  })
  if (dropped) dropUnusedVariables(root)
}

function removeEmpty(nodes: ChildNode[] | undefined) {
  for (const node of [...(nodes ?? [])]) {
    if (node.type !== 'atrule' && node.type !== 'rule') continue
    removeEmpty(node.nodes)
    if (node.nodes?.length === 0) node.remove()
  }
}
