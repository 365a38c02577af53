import { type Currency, currencies, currencySigns, MOST_MINOR, minorDigits } from '@sherpa/contracts/currency'
import { ownValue } from '@sherpa/contracts/own-value'

type Amount = { minor: number; currency: Currency | undefined }

const shifts: Record<string, number> = {
  k: 3,
  tsd: 3,
  m: 6,
  mm: 6,
  mn: 6,
  mil: 6,
  mio: 6,
  million: 6,
  millions: 6,
  bn: 9,
}
const written = /^([\d.,'’\s]*\d)\s*(k|tsd|m|mm|mn|mil|mio|millions?|bn)?\.?(?:[-–—]+)?$/i

/**
 * Parses amounts of spreadsheets: $1,250,000, 1.25M, € 12.000,50, USD 1 200, 1'200.50. `decimalComma` decides
 * where both readings are possible: 12.000 and 1,250. `currency` is the one written in the cell, if any.
 */
export function readAmount(text: string, decimalComma: boolean, fallback: Currency): Amount | undefined {
  const { rest, currency } = splitCurrency(text.trim(), fallback)
  const [, figures = '', suffix = ''] = written.exec(rest) ?? []
  if (!figures) return undefined
  const parts = splitDecimals(figures.replace(/['’\s]/g, ''), decimalComma, suffix !== '')
  if (!parts) return undefined
  const digits = minorDigits(currency ?? fallback)
  const shift = digits + (ownValue(shifts, suffix.toLowerCase()) ?? 0) - parts.fraction.length
  const all = parts.whole + parts.fraction
  // Spreadsheets keep more decimals than they show: only zeros may be cut.
  if (shift < 0 && /[^0]/.test(all.slice(shift))) return undefined
  const minor = Number(shift < 0 ? all.slice(0, shift) || 0 : all + '0'.repeat(shift))
  return minor <= MOST_MINOR ? { minor, currency } : undefined
}

function splitDecimals(figures: string, decimalComma: boolean, isScaled: boolean) {
  const marks = [...figures.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (!last) return { whole: figures, fraction: '' }
  const after = figures.length - last.index - 1
  const isOnlyMark = marks.length === 1
  // "1.500" among decimal points is either a typing error or 1500: better asked than guessed.
  if (isOnlyMark && after === 3 && !isScaled && last[0] === (decimalComma ? ',' : '.')) return undefined
  const isLastOfItsKind = marks.filter(([mark]) => mark === last[0]).length === 1
  const isDecimal = isLastOfItsKind && (!isOnlyMark || after !== 3 || isScaled)
  const groups = (isDecimal ? figures.slice(0, last.index) : figures).split(/[.,]/)
  const [first = '', ...others] = groups
  const isGrouped =
    first !== '' && others.every(({ length }) => length === 3) && (others.length === 0 || first.length <= 3)
  return isGrouped ? { whole: groups.join(''), fraction: isDecimal ? figures.slice(last.index + 1) : '' } : undefined
}

/** Of several currencies with this sign, the usual one of the file, else the first. */
function splitCurrency(text: string, fallback: Currency): { rest: string; currency: Currency | undefined } {
  const order = [fallback, ...currencies.filter((one) => one !== fallback)]
  const signs = order.flatMap((one) => [one, ...currencySigns(one)].map((sign) => ({ sign: sign.toLowerCase(), one })))
  const lower = text.toLowerCase()
  // The longest sign: "CA$" before "$".
  const found = signs
    .filter(({ sign }) => lower.startsWith(sign) || lower.endsWith(sign))
    .sort((a, b) => b.sign.length - a.sign.length)[0]
  if (!found) return { rest: text, currency: undefined }
  // "¥" of a file in dollars may be yen or yuan, which differ in their decimals.
  const same = signs.filter(({ sign }) => sign === found.sign)
  const isUnclear = found.one !== fallback && same.some(({ one }) => minorDigits(one) !== minorDigits(found.one))
  if (isUnclear) return { rest: '', currency: undefined }
  const rest = lower.startsWith(found.sign) ? text.slice(found.sign.length) : text.slice(0, -found.sign.length)
  return { rest: rest.trim(), currency: found.one }
}
