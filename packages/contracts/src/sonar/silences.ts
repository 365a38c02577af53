import { ownValue } from '../own-value.ts'
import type { Calendar } from './calendar.ts'
import { readDays } from './periods.ts'
import { matchPhrase, phraseTable } from './phrase-table.ts'
import { readCount } from './relative-days.ts'
import type { Token } from './tokens.ts'

/** "No contact since October": the last contact is before it. */
const silences = phraseTable<true>({
  'no contact|not contact|not contacted|not talk to|not speak to|not speak with|not call|not reach out to|not hear from|not talked to|not spoken to|not spoken with|not been contacted|not heard from|without contact|no contact with|not called|not reached|have not contacted|have not talked to|have not spoken to|have not spoken with|have not been contacted|have not heard from|have not called|has not been contacted|we have not contacted|we have not talked to|we have not spoken to|we have not heard from|we have not called|have not reached|have not reached out to|not reached out to|we have not reached out to|have not had contact with|nobody contacted|nobody talked to|nobody called|nobody has contacted|nobody has talked to|nobody has called|no one has contacted|no one has called|no one has talked to|last contact over|last contact more than|have had no contact|had no contact|not touched|have not touched base with|not been called|have gone quiet|not in touch with|have not been in touch with|we have not been in touch with|have not seen|not been in touch': true,
})

/** A silence until a day, or for a number of days. */
export type SilenceSpan = { first: number; last: number; days?: number; before?: string }

/** No contact since October, not contacted in 30 days, have not talked to in a month. */
export function readSilence(tokens: readonly Token[], first: number, calendar: Calendar): SilenceSpan | undefined {
  const silence = matchPhrase(silences, tokens, first)
  if (!silence) return undefined
  let at = silence.next
  if (tokens[at]?.text === 'since') {
    const read = readDays(tokens, at + 1, calendar)
    return read && { first, last: read.next - 1, before: read.span('past').from }
  }
  while (/^(?:in|for|within|over|more|than|last|past|at|least|almost|about|during)$/.test(tokens[at]?.text ?? '')) at++
  const counted = readCount(tokens, at) ?? readOne(tokens, at)
  if (!counted) return undefined
  const { count, unit, next } = counted
  const tail = matchPhrase(orLonger, tokens, next)
  return { first, last: (tail?.next ?? next) - 1, days: count * (ownValue(daysIn, unit) ?? 1) }
}
const orLonger = phraseTable<true>({ 'or more|or longer|plus|+|and more|and longer|or over': true })
const daysIn: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 90 }
function readOne(tokens: readonly Token[], at: number) {
  const unit = tokens[at]?.stem ?? ''
  return ownValue(daysIn, unit) ? { count: 1, unit, next: at + 1 } : undefined
}
