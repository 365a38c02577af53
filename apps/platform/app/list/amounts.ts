import { type Currency, formatMoney, parseMoney } from '@sherpa/contracts/currency'
import type { RangeKind } from './ranges.ts'

/** Amounts in minor units of a currency. */
export function amountsIn(currency: Currency): RangeKind {
  return {
    read: (text) => {
      const read = parseMoney(text, currency)
      return 'minor' in read ? read.minor : undefined
    },
    show: (minor) => inShort(Number(minor), currency),
    example: inShort(100_000, currency),
    saysKey: true,
  }
}

/** Without cents that are zero. */
const inShort = (minor: number, currency: Currency) => formatMoney(minor, currency, 'en-US').replace(/\.0+$/, '')
