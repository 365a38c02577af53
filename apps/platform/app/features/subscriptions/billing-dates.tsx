import { shortDay } from '@sherpa/contracts/days'
import { onFirstUse } from '@sherpa/contracts/on-first-use'

/** Billing dates are in UTC, as on invoices and in mail. */
const longFormat = onFirstUse(
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
  return longFormat().format(new Date(iso))
}

/** Such as "30th". Shorter months renew on their last day. */
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
