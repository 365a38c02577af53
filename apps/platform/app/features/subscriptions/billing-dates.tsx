import { shortDay } from '@sherpa/contracts/days'
import { onFirstUse } from '@sherpa/contracts/on-first-use'

/** Days of billing are the same for everyone, and the same as on invoices and in mail: they do not follow the visitor's time zone. */
const wordsFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }),
)
const ordinalRules = onFirstUse(() => new Intl.PluralRules('en-US', { type: 'ordinal' }))
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Such as "Dec 1, 2026". */
export function billingDay(iso: string) {
  return shortDay(iso)
}

/** Such as "December 1". */
export function billingDayInWords(iso: string) {
  return wordsFormat().format(new Date(iso))
}

/** Such as "30th": the day of the month on which periods begin. In a shorter month that is its last day. */
export function renewalDay({ start, end }: { start: string; end: string }) {
  const day = Math.max(new Date(start).getUTCDate(), new Date(end).getUTCDate())
  return `${day}${endings[ordinalRules().select(day)] ?? 'th'}`
}

export function BillingDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {billingDay(at)}
    </time>
  )
}
