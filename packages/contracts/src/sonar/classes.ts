import type { Token } from './tokens.ts'

export type ClassSpan = { first: number; last: number; years: string[] }

const FIRST = 2000
const LAST = 2045
const MOST_YEARS = 10

/** Class of 2027, class of '27, 2027 class, 2027s, graduating in 2027, classes 2027 to 2029. */
export function readClass(tokens: readonly Token[], first: number): ClassSpan | undefined {
  let at = first
  const text = () => tokens[at]?.text ?? ''
  const isClass = tokens[at]?.stem === 'class'
  const isGraduation = /^(?:grad|grads|graduating|graduate|graduates|graduation|graduated)$/.test(text())
  if (isClass || isGraduation) {
    at++
    while (/^(?:of|in|year|years|class|is|from)$/.test(text())) at++
  }
  const isLed = isClass || isGraduation
  const one = yearOf(tokens[at], isLed)
  if (!one) return undefined
  at++
  const other = /^(?:to|through|-|–)$/.test(text()) ? yearOf(tokens[at + 1], isLed) : undefined
  if (other) at += 2
  const isPlural = text() === 's' && tokens[at]?.isAttached
  const isNamed = /^(?:class|grad|grads|graduates|recruiting class|graduating)$/.test(text())
  if (isPlural || (isNamed && !isLed)) at++
  if (isNamed && text() === 'class') at++
  if (!isLed && !isPlural && !isNamed && one < 1000) return undefined
  const years = other && other >= one && other - one < MOST_YEARS ? range(one, other) : [one]
  return { first, last: at - 1, years: years.map(String) }
}

/** Two digits count only after "class". */
function yearOf(token: Token | undefined, isLed: boolean) {
  const number = token?.number
  if (number === undefined || !Number.isInteger(number) || token?.sign) return undefined
  if (isLed && number >= 10 && number < 46) return FIRST + number
  return number >= FIRST && number <= LAST ? number : undefined
}
const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, index) => from + index)
