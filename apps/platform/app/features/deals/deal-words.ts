import { hoursInWords } from '@sherpa/contracts/availability'
import { contractTable } from '@sherpa/contracts/contract-years'
import { countryName } from '@sherpa/contracts/country'
import type { Currency } from '@sherpa/contracts/currency'
import type { DealRow, DealTerm, DeliverableTerm, FeeRule, SeenTerms } from '@sherpa/contracts/deal'
import { athleteRights, dealKinds } from '@sherpa/contracts/deal'
import type { KeyDateRow } from '@sherpa/contracts/deal-work'
import { productCategories, type Territory } from '@sherpa/contracts/exclusivity'
import { explainKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import { type PaymentRule, paymentIntervals } from '@sherpa/contracts/payment-schedule'
import { usStates } from '@sherpa/contracts/us-states'
import { calendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'

/** The fallback is never shown: without money permission there are no amounts. */
export const currencyOf = ({ currency }: Pick<SeenTerms, 'currency'>): Currency => currency ?? 'USD'

/** Empty if the term is not set. */
export function termInWords(term: DealTerm, terms: SeenTerms): string {
  switch (term) {
    case 'startsOn':
    case 'endsOn':
      return terms[term] ? calendarDay(terms[term]) : ''
    case 'currency':
      return terms.currency ?? ''
    case 'category':
      return terms.category ? productCategories[terms.category] : ''
    case 'mayBuy':
      return terms.mayBuy === true ? 'Yes' : terms.mayBuy === false ? 'No' : ''
    case 'exclusivity':
      return exclusivityInWords(terms.exclusivity)
    case 'territory':
      return territoryInWords(terms.territory)
    case 'usageRights':
    case 'businessPurpose':
      return terms[term] ?? ''
    case 'payor':
      return terms.payor ? [terms.payor.name, terms.payor.title, terms.payor.email].filter(Boolean).join(', ') : ''
    case 'fee':
      return terms.fee ? feeInWords(terms.fee, currencyOf(terms)) : ''
    case 'payments':
      return (terms.payments ?? []).map((rule) => paymentInWords(rule, currencyOf(terms))).join('\n')
    case 'deliverables':
      return terms.deliverables.map(deliverableInWords).join('\n')
    case 'keyDates':
      return terms.keyDates.map(keyDateInWords).join('\n')
    case 'years':
      return terms.years ? moneyInWords(contractTable(terms.years).total.cashMinor, currencyOf(terms)) : ''
  }
}

function exclusivityInWords(exclusivity: SeenTerms['exclusivity']) {
  switch (exclusivity.kind) {
    case 'none':
      return 'None'
    case 'company':
      return 'No other sponsor'
    case 'category':
      return exclusivity.categories.map((id) => productCategories[id]).join(', ')
  }
}

/** A country code, or a state such as US-TX. */
export function placeInWords(place: string) {
  const state = place.startsWith('US-') ? usStates[place.slice(3) as keyof typeof usStates] : undefined
  return state ?? countryName(place)
}

function territoryInWords(territory: Territory) {
  if (territory.kind === 'worldwide') return 'Worldwide'
  return territory.kind === 'us' ? 'United States' : territory.places.map(placeInWords).join(', ')
}

/** "15% of money received", or "$2,500 flat" */
function feeInWords(fee: FeeRule, currency: Currency) {
  return 'rateMillionths' in fee
    ? `${fee.rateMillionths / 10_000}% of money received`
    : `${moneyInWords(fee.flatMinor, currency)} flat`
}

/** Such as "On signing" or "Every month, 12 times from Aug 3, 2026". */
function scheduleInWords({ schedule }: Pick<PaymentRule, 'schedule'>) {
  switch (schedule.kind) {
    case 'day':
      return calendarDay(schedule.day)
    case 'signing':
      return schedule.offset.amount === 0 ? 'On signing' : explainKeyDate({ anchor: { kind: 'signing' }, ...schedule })
    case 'repeated':
      return `${paymentIntervals[schedule.every]}, ${schedule.times} times from ${calendarDay(schedule.from)}`
    case 'condition':
      return `Condition: ${schedule.threshold === null ? '' : `${schedule.threshold.toLocaleString('en-US')} `}${schedule.metric}`
  }
}

export function paymentInWords(rule: PaymentRule, currency: Currency) {
  const { schedule } = rule
  const each = schedule.kind === 'repeated' && schedule.amountIs === 'each' ? ' each' : ''
  const kind = rule.inKind ? ' in kind' : ''
  return `${rule.title}: ${moneyInWords(rule.amountMinor, currency)}${each}${kind}, ${scheduleInWords(rule)}`
}

export function deliverableInWords({ title, count, platform, dueOn, disclosureTag, activates, away }: DeliverableTerm) {
  const parts = [
    count > 1 ? `${count} × ${title}` : title,
    platform,
    disclosureTag && `with ${disclosureTag}`,
    activates && `uses ${athleteRights[activates].toLowerCase()}`,
    dueOn && `by ${calendarDay(dueOn)}`,
    away && `athlete away ${hoursInWords(away)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

export function keyDateInWords(rule: KeyDateRule) {
  return `${rule.title}: ${explainKeyDate(rule)}`
}

const moveReasons = { corrected: 'the league date was corrected', amended: 'the deal was amended' }

export function movedInWords({ from, reason }: NonNullable<KeyDateRow['moved']>) {
  return `Moved${from ? ` from ${calendarDay(from)}` : ''}: ${moveReasons[reason]}.`
}

/** The subtitle of a deal. */
export function dealLine(deal: Pick<DealRow, 'kind' | 'startsOn' | 'endsOn'>, terms: SeenTerms): string[] {
  const kind = terms.category
    ? `${dealKinds[deal.kind]}, ${productCategories[terms.category].toLowerCase()}`
    : dealKinds[deal.kind]
  return [
    kind,
    termOf(deal.startsOn, deal.endsOn),
    terms.fee ? `Fee ${feeInWords(terms.fee, currencyOf(terms))}` : '',
  ].filter(Boolean)
}

function termOf(startsOn: string | null, endsOn: string | null) {
  if (startsOn && endsOn) return `${calendarDay(startsOn)} to ${calendarDay(endsOn)}`
  if (startsOn) return `From ${calendarDay(startsOn)}`
  return endsOn ? `Until ${calendarDay(endsOn)}` : ''
}
