import { type BankLineRow, type BankMatch, type MatchSureness, matchReasons } from '@sherpa/contracts/bank-import'
import type { Tone } from '@sherpa/ui/status-badge'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'

export const surenessTones: Record<MatchSureness, Tone> = { sure: 'good', likely: 'info', possible: 'quiet' }

export const nameOfLine = ({ payer, reference }: BankLineRow) => payer || reference

/** Such as "$400.00 left of $1,000.00", of a partly allocated transaction. */
export function leftInWords({ leftMinor, amountMinor, currency }: BankLineRow) {
  const amount = moneyInWords(amountMinor, currency)
  return leftMinor > 0 && leftMinor < amountMinor ? `${moneyInWords(leftMinor, currency)} left of ${amount}` : amount
}

/** Such as "Pays invoice F-0012, Jonah Okoye". */
export function matchInWords({ parts, invoice }: BankMatch) {
  if (invoice) return `Pays invoice ${invoice.number}, ${invoice.athlete.name}`
  const [first] = parts
  if (!first) return ''
  const due = first.payment.dueOn ? ` of ${shortCalendarDay(first.payment.dueOn)}` : ''
  const more = parts.length > 1 ? ` and ${parts.length - 1} more` : ''
  return `${first.athlete.name}: ${first.payment.title}${due}${more}`
}

/** Such as "Same amount, same payer". */
export function reasonsInWords(reasons: BankMatch['reasons']) {
  const words = reasons.map((reason) => matchReasons[reason]).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
