import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const [light = '', dark = ''] = read('theme.css').split('@media (prefers-color-scheme: dark)')
const shared = read('../../../packages/ui/src/theme.css')

const colorsIn = (css: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...css.matchAll(/--(?:color-)?([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, color]) => [name, color]),
  )
const lightColors = { ...colorsIn(shared), ...colorsIn(light) }
export const themes = { light: lightColors, dark: { ...lightColors, ...colorsIn(dark) } }

/** Names of text sizes: `text-sm` is no color. */
export const textSizes = new Set([...(shared + light).matchAll(/--text-(\w+):/g)].map(([, size]) => size))

/** Classes that stand for another color: `text-glacier` is the color of links. */
const inline = Object.fromEntries(
  [...light.matchAll(/--(text|background)-color-([\w-]+): var\(--color-([\w-]+)\)/g)].map(([, of, name, color]) => [
    `${of === 'text' ? 'text' : 'bg'}-${name}`,
    color,
  ]),
)
export const colorOf = (use: 'text' | 'bg', name: string) => inline[`${use}-${name}`] ?? name

/** Texts and grounds of the screens: each text is legible on each ground. */
export const texts = ['ink', 'slate', 'grey', 'link', 'link-strong', 'success', 'error', 'summit-ink']
export const grounds = [
  ...['ground', 'snow', 'hover', 'quiet'],
  ...['glacier-pale', 'summit-pale', 'success-pale', 'error-pale'],
]

/** Texts with the only grounds that they may have. */
const ownGrounds: Record<string, string[]> = {
  ink: ['line'],
  white: ['glacier', 'glacier-deep', 'side', 'side-on', 'ink-raised', 'ink-line'],
  ground: ['ink', 'success'],
  mist: ['ink-raised'],
  'side-text': ['side', 'side-on'],
  'side-dim': ['side', 'side-on'],
  'paper-ink': ['paper', 'summit'],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((tint) => [`tint-${tint}-ink`, [`tint-${tint}`]])),
}

/** All pairs of text and ground. */
export const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...Object.entries(ownGrounds).flatMap(([text, on]) => on.map((ground) => [text, ground] as const)),
]
