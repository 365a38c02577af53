import { type DealTerm, type DealVersion, dealTermNames, type SeenTerms } from '@sherpa/contracts/deal'
import { termLabels } from '@sherpa/contracts/field-labels'
import { expandPayments } from '@sherpa/contracts/payment-schedule'
import { moneyInWords } from '../../../data/money.ts'
import { currencyOf, deliverableInWords, keyDateInWords, paymentInWords, termInWords } from '../deal-words.ts'

/** Empty: not in that version. */
export type Difference = { label: string; before: string; after: string }

type Listed = { id: string; title: string; text: string }

/** Lists whose items keep their ids across versions. */
const itemsOf: Partial<Record<DealTerm, (terms: SeenTerms) => Listed[]>> = {
  payments: (terms) =>
    (terms.payments ?? []).map((rule) => ({ ...rule, text: paymentInWords(rule, currencyOf(terms)) })),
  deliverables: (terms) => terms.deliverables.map((item) => ({ ...item, text: deliverableInWords(item) })),
  keyDates: (terms) => terms.keyDates.map((rule) => ({ ...rule, text: keyDateInWords(rule) })),
}

type Compared = Pick<DealVersion, 'title' | 'company' | 'terms'>

export function differences(first: Compared, second: Compared): Difference[] {
  const [before, after] = [first.terms, second.terms]
  const [former, present] = [unconditionalAmount(before), unconditionalAmount(after)]
  return [
    ...(first.title === second.title ? [] : [{ label: 'Title', before: first.title, after: second.title }]),
    ...(first.company.id === second.company.id
      ? []
      : [{ label: 'Company', before: first.company.name, after: second.company.name }]),
    ...(former === present ? [] : [{ label: 'Amount', before: former, after: present }]),
    ...dealTermNames.flatMap((term) => differencesOf(term, before, after)),
  ]
}

function differencesOf(term: DealTerm, before: SeenTerms, after: SeenTerms): Difference[] {
  if (JSON.stringify(before[term]) === JSON.stringify(after[term])) return []
  const items = itemsOf[term]
  if (!items) return [{ label: termLabels[term], before: termInWords(term, before), after: termInWords(term, after) }]
  const [former, present] = [byId(items(before)), byId(items(after))]
  return [...new Set([...former.keys(), ...present.keys()])].flatMap((id) => {
    const [was, is] = [former.get(id), present.get(id)]
    if (was?.text === is?.text) return []
    return [{ label: termLabels[term], before: was?.text ?? '', after: is?.text ?? '' }]
  })
}

const byId = (items: Listed[]) => new Map(items.map((item) => [item.id, item]))

/** Empty without money permission. */
function unconditionalAmount(terms: SeenTerms) {
  if (!terms.payments) return ''
  const payments = expandPayments(terms.payments, { signedOn: null }).filter(({ condition }) => condition === null)
  const sum = payments.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return moneyInWords(sum + unconditionalOfYears(terms.years), currencyOf(terms))
}

/** Signing bonus and years without an option. */
function unconditionalOfYears(money: SeenTerms['years']) {
  if (!money) return 0
  return money.years
    .filter(({ option }) => !option)
    .reduce((sum, year) => sum + year.baseMinor + year.rosterBonusMinor + year.otherBonusMinor, money.signingBonusMinor)
}
