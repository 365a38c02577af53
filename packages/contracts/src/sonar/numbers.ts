import { type Currency, currencies, currencySigns } from '../currency.ts'
import { ownValue } from '../own-value.ts'
import type { Token } from './tokens.ts'

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const scales: Record<string, number> = {
  hundred: 100,
  k: 1000,
  thousand: 1000,
  grand: 1000,
  m: 1_000_000,
  mm: 1_000_000,
  mil: 1_000_000,
  million: 1_000_000,
  b: 1_000_000_000,
  bn: 1_000_000_000,
  billion: 1_000_000_000,
}
const currencyWords: Record<string, Currency> = {
  dollar: 'USD',
  buck: 'USD',
  euro: 'EUR',
  yen: 'JPY',
  peso: 'MXN',
}

/** A number as it is written: 100k, $1.5 million, two. */
export type WrittenNumber = {
  value: number
  /** Without its scale: "2 m" may be meters. */
  plain: number
  scale: number
  currency?: Currency
  /** The token after it. */
  next: number
}

/** More is no amount, and loses digits. */
const MOST = 1e12

export function wordNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const small = smallNumbers.indexOf(text)
  return small >= 0 ? small : ownValue(tens, text)
}

export function readNumber(tokens: readonly Token[], at: number, organization: Currency): WrittenNumber | undefined {
  const before = currencyOf(tokens[at]?.text, organization)
  const start = before ? at + 1 : at
  const token = tokens[start]
  const isMillion = token && ownValue(scales, token.text) !== undefined && token.text.length > 4
  const isHalf = token?.text === 'half' && ownValue(scales, tokens[start + 1]?.text ?? '') !== undefined
  const plain = token?.number ?? wordNumber(token?.text) ?? (isMillion ? 1 : isHalf ? 0.5 : undefined)
  if (!token || plain === undefined) return undefined
  let next = isMillion ? start : start + 1
  const scale = ownValue(scales, tokens[next]?.text ?? '') ?? 1
  if (plain * scale > MOST) return undefined
  if (scale > 1) next++
  const sign = token.sign ? currencyOfSign(token.sign, organization) : undefined
  const after = sign || before ? undefined : currencyOf(tokens[next]?.text, organization)
  if (after) next++
  const currency = sign ?? before ?? after
  return { value: plain * scale, plain, scale, next, ...(currency && { currency }) }
}

/** A code, or a word for the currency. Dollars are those of the organization, if it has dollars. */
function currencyOf(text: string | undefined, organization: Currency): Currency | undefined {
  if (!text) return undefined
  const code = text.toUpperCase() as Currency
  if (text.length === 3 && currencies.includes(code)) return code
  const word = ownValue(currencyWords, text.replace(/s$/, ''))
  return word === 'USD' && currencySigns(organization).includes('$') ? organization : word
}

function currencyOfSign(sign: string, organization: Currency): Currency | undefined {
  const matches = (code: Currency) => currencySigns(code).some((one) => one.toLowerCase() === sign)
  return matches(organization) ? organization : currencies.find(matches)
}
