import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges of controls. */
const TEXT = 4.5
const EDGE = 3

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const tokensIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/--(?:color-)?([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, color]) => [name, color]),
  )

const [light = '', dark = ''] = read('theme.css').split('@media (prefers-color-scheme: dark)')
const shared = tokensIn(read('../../../packages/ui/src/theme.css'))
const themes: Record<string, Record<string, string | undefined>> = {
  light: { ...shared, ...tokensIn(light) },
  dark: { ...shared, ...tokensIn(light), ...tokensIn(dark) },
}

const grounds = ['ground', 'snow', 'hover', 'quiet']
const pairs: { text: string; on: string[]; least?: number }[] = [
  ...['ink', 'slate', 'grey', 'link'].map((text) => ({ text, on: grounds })),
  { text: 'link-strong', on: [...grounds, 'glacier-pale'] },
  { text: 'ink', on: ['glacier-pale', 'summit-pale', 'success-pale', 'error-pale'] },
  { text: 'success', on: ['ground', 'success-pale'] },
  { text: 'error', on: ['ground', 'error-pale'] },
  { text: 'summit-ink', on: ['ground', 'summit-pale'] },
  { text: 'white', on: ['glacier', 'glacier-deep', 'side', 'side-on'] },
  { text: 'side-text', on: ['side', 'side-on'] },
  { text: 'side-dim', on: ['side'] },
  { text: 'paper-ink', on: ['paper'] },
  ...[1, 2, 3, 4, 5, 6, 7].map((tint) => ({ text: `tint-${tint}-ink`, on: [`tint-${tint}`] })),
  { text: 'line-strong', on: ['ground', 'snow'], least: EDGE },
]

describe.each(Object.entries(themes))('in the %s theme', (_theme, tokens) => {
  test.each(pairs.flatMap(({ text, on, least = TEXT }) => on.map((ground) => [text, ground, least] as const)))(
    '%s on %s has enough contrast',
    (text, ground, least) => {
      expect(contrast(luminance(tokens[text]), luminance(tokens[ground]))).toBeGreaterThanOrEqual(least)
    },
  )
})

function contrast(one: number, other: number) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance, as WCAG defines it. */
function luminance(color = '') {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  if (Number.isNaN(red + green + blue)) throw new Error(`“${color}” is no color.`)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
