import { describe, expect, test } from 'vitest'
import { pairs, themes } from './color-pairs.ts'

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges of controls. */
const TEXT = 4.5
const EDGE = 3

describe.each(Object.entries(themes))('in the %s theme', (_theme, colors) => {
  const contrastOf = (one: string, other: string) => contrast(luminance(colors[one]), luminance(colors[other]))

  test.each(pairs)('%s on %s has enough contrast', (text, ground) => {
    expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(TEXT)
  })

  test.each(['ground', 'snow'])('the edge of a control on %s has enough contrast', (ground) => {
    expect(contrastOf('line-strong', ground)).toBeGreaterThanOrEqual(EDGE)
  })
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
