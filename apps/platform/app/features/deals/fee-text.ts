import { type Currency, parseMoney } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { moneyInWords } from '../../data/money.ts'

/** A fee as typed: "15%" or "$2,500". */
export function feeText(fee: FeeRule | null, currency: Currency) {
  if (!fee) return ''
  return 'rateMillionths' in fee ? `${fee.rateMillionths / 10_000}%` : moneyInWords(fee.flatMinor, currency)
}

/** "15%" is a rate, "$15" a flat amount. A bare number is ambiguous. */
export function parseFee(typed: string, currency: Currency): { fee: FeeRule | null } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { fee: null }
  const [, percent] = /^(\d{1,3}(?:\.\d{1,4})?)\s?%$/.exec(text) ?? []
  if (percent !== undefined) return { fee: { rateMillionths: Math.round(Number(percent) * 10_000) } }
  const amount = parseMoney(text, currency)
  if ('problem' in amount || /^[\d.,\s]+$/.test(text)) {
    return { problem: `Enter a rate such as 15%, or an amount with its currency such as ${currency} 2,500` }
  }
  return { fee: { flatMinor: amount.minor } }
}
