import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colorOf, grounds, pairs, textSizes, texts, themes } from './color-pairs.ts'

const filesIn = (folder: string, kind: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const ui = join(import.meta.dirname, '../../../packages/ui/src')
const sheets = filesIn(import.meta.dirname, /\.css$/)
// The platform overrides colors in stylesheets of the shared components.
const files = [...sheets, ...filesIn(import.meta.dirname, /\.tsx?$/), ...filesIn(ui, /\.tsx?$/)]

/** White text inherits a dark ground here, or is inherited. */
const dark =
  /^(frame\/(sidebar|pinned-views|workspace-switcher|account-menu|shell-skeleton)|list\/selection-bar|features\/contact-log\/log-context|button|loading-screen)\.tsx$/
/** No text has this color or is on it: icons beside their text, dots, bars, edges and what is behind dialogs. */
const decoration: Record<string, string> = {
  'features/accounts/account/connect-app.tsx': 'paper',
  'features/calendar/calendar.css': 'link error',
  'features/deals/deal-stage-badge.tsx': 'summit',
  'features/deals/deals.css': 'link',
  'features/demo/both-clocks.tsx': 'glacier glacier/35',
  'features/disclosures/disclosure-screen.tsx': 'success summit',
  'features/disclosures/report-deal-screen.tsx': 'glacier line',
  'features/finances/overview.css': 'ink glacier error age-1 age-2 age-3 age-4',
  'frame/breadcrumbs.tsx': 'ahead',
  'frame/frame.css': 'scrim behind-scrim glacier summit success',
  'frame/notifications/notifications.css': 'summit',
  'frame/palette/palette.css': 'scrim',
  'records/records.css': 'ahead line',
}

const alignments = ['left', 'center', 'right', 'wrap', 'nowrap', 'balance', 'pretty', 'ellipsis', 'clip']
const isNoColor = (use: string, name: string) => use === 'text' && (textSizes.has(name) || alignments.includes(name))
/** Pseudo-elements have no text here. */
const isOtherBox = (variant: string) => /(before|after):|::/.test(variant)
const isNone = (name: string) => ['transparent', 'current', 'inherit', 'none'].includes(name)
const proven = new Set(pairs.map(([text, ground]) => `${text} on ${ground}`))

type Use = { text?: string | undefined; bg?: string | undefined }

/** Colors of a list of classes, one use for each variant, such as `hover:`. */
function usesOfClasses(classes: string): Use[] {
  const found = [...classes.matchAll(/(?<=^|\s)(\S*:)?(text|bg)-([a-z][\w-]*(?:\/\d+)?)!?(?=\s|$)/g)].flatMap(
    ([, variant = '', use, name = '']) =>
      (use === 'text' || use === 'bg') && !isNoColor(use, name) && !isOtherBox(variant)
        ? [{ variant, use, color: colorOf(use, name) }]
        : [],
  )
  const colorIn = (variant: string, use: 'text' | 'bg') =>
    (
      found.find((one) => one.variant === variant && one.use === use) ??
      found.find((one) => one.variant === '' && one.use === use)
    )?.color
  return [...new Set(found.map(({ variant }) => variant))].map((variant) => ({
    text: colorIn(variant, 'text'),
    bg: colorIn(variant, 'bg'),
  }))
}

/** Strings and the static parts of templates. */
const stringsIn = (code: string) => [
  ...[...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double]) => single ?? double ?? ''),
  ...[...code.matchAll(/`([^`]*)`/g)].map(([, template = '']) => template.replaceAll(/\$\{[^}]*\}/g, ' ')),
]

const usesOfRules = (css: string): Use[] =>
  css.split(/[{}]/).map((rule) => ({
    text: /(?<![\w-])color: var\(--(?:color-)?([\w-]+)/.exec(rule)?.[1],
    bg: /background(?:-color)?: var\(--(?:color-)?([\w-]+)/.exec(rule)?.[1],
  }))

const uses = files
  .filter(({ name }) => name !== 'theme.css')
  .flatMap(({ name, text }) =>
    (name.endsWith('.css') ? usesOfRules(text) : stringsIn(text).flatMap(usesOfClasses)).map((use) => ({
      name,
      ...use,
    })),
  )

/** What is wrong with a use, if anything. */
function problemOf({ name, text, bg }: Use & { name: string }) {
  const isText = (color: string | undefined) =>
    color && !isNone(color) && !decoration[name]?.split(' ').includes(color) ? color : undefined
  const [color, ground] = [isText(text), isText(bg)]
  if (color && ground) return proven.has(`${color} on ${ground}`) ? undefined : `${color} on ${ground}`
  const isDark = dark.test(name)
  if (color)
    return texts.includes(color) || (isDark && proven.has(`${color} on side`)) ? undefined : `${color} on any ground`
  if (ground)
    return grounds.includes(ground) || (isDark && proven.has(`white on ${ground}`))
      ? undefined
      : `any text on ${ground}`
  return undefined
}

test('components only use colors that the theme or their stylesheet defines', () => {
  expect(uses.length).toBeGreaterThan(500)
  const isOwn = (color: string) =>
    sheets.some(({ text }) => text.includes(`--${color}:`) || text.includes(`--color-${color}:`))
  const colors = new Set(
    uses.flatMap(({ text, bg }) => [text ?? 'none', bg ?? 'none']).map((color) => color.replace(/\/\d+$/, '')),
  )
  expect([...colors].filter((color) => !isNone(color) && !themes.light[color] && !isOwn(color))).toEqual([])
})

test('components only use pairs of text and ground that theme.test.ts proves', () => {
  const problems = uses.flatMap((use) => {
    const problem = problemOf(use)
    return problem ? [`${use.name}: ${problem}`] : []
  })
  expect([...new Set(problems)]).toEqual([])
})

test('texts and grounds have names of colors, also in arbitrary values', () => {
  const literal = /\b(?:text|bg)-\[(?:#|rgb|hsl|oklch|color)/
  const literalRule = /(?<![\w-])color: (?:#|rgb|hsl|oklch|color)/
  const isLiteral = ({ name, text }: (typeof files)[number]) =>
    (name.endsWith('.css') ? literalRule : literal).test(text)
  expect(files.filter(isLiteral).map(({ name }) => name)).toEqual([])
})
