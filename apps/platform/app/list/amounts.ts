import { type Currency, formatMoney, parseMoney } from '@sherpa/contracts/currency'
import type { RangeKind } from './ranges.ts'

/** Amounts in minor units of a currency. */
export function amountsIn(currency: Currency): RangeKind {
  return {
    read: (text) => {
      const read = parseMoney(text, currency)
      return 'minor' in read ? read.minor : undefined
    },
    show: (minor) => formatMoney(Number(minor), currency, 'en-US'),
    example: formatMoney(100_000, currency, 'en-US'),
  }
}
