import type { Agreement, AgreementState } from '@sherpa/contracts/agreement'
import { type Currency, formatMoney, parseMoney } from '@sherpa/contracts/currency'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import type { FeeRule } from '@sherpa/contracts/deal'

/** Millionths in one percent. */
const PERCENT = 10_000

/** "15%", or "$2,500.00". */
export function feeInWords(fee: FeeRule, currency: Currency) {
  return 'rateMillionths' in fee ? `${fee.rateMillionths / PERCENT}%` : formatMoney(fee.flatMinor, currency, 'en-US')
}

/** "15% or $2,500.00". */
export function feeExample(currency: Currency) {
  const amount = parseMoney('2500', currency)
  return `15% or ${'minor' in amount ? formatMoney(amount.minor, currency, 'en-US') : ''}`
}

/** Parses a percentage such as 15% or an amount such as $2,500. A bare number is ambiguous, so it is refused. */
export function parseFee(text: string, currency: Currency): { fee: FeeRule } | { problem: string } {
  const example = { problem: `Enter a fee such as ${feeExample(currency)}` }
  const [, percent] = /^(\d{1,3}(?:\.\d{1,4})?)\s*%$/.exec(text.trim()) ?? []
  if (percent !== undefined) {
    const rateMillionths = Math.round(Number(percent) * PERCENT)
    return rateMillionths > 100 * PERCENT ? { problem: 'Enter at most 100%' } : { fee: { rateMillionths } }
  }
  if (/^[\d.,\s]*$/.test(text)) return example
  const amount = parseMoney(text, currency)
  return 'minor' in amount ? { fee: { flatMinor: amount.minor } } : example
}

/** Colors of states. */
export const stateLooks = { current: 'good', upcoming: 'info', over: 'quiet' } as const

/** The last day of the agreement; null if open-ended. */
export function lastDayOf({ endedOn, endsOn }: Pick<Agreement, 'endedOn' | 'endsOn'>) {
  return endedOn ?? endsOn
}

/** The term of a renewal: it starts after the last day, and is as long. */
export function termAfter(agreement: Pick<Agreement, 'startsOn' | 'endsOn' | 'endedOn'>) {
  const last = lastDayOf(agreement)
  if (last === null) return { startsOn: '', endsOn: '' }
  const startsOn = addDays(last, 1)
  return { startsOn, endsOn: addDays(startsOn, daysBetween(agreement.startsOn, last)) }
}

export function stateOfAgreement(agreement: Agreement, today: string): AgreementState {
  if (agreement.startsOn > today) return 'upcoming'
  const last = lastDayOf(agreement)
  return last !== null && last < today ? 'over' : 'current'
}
