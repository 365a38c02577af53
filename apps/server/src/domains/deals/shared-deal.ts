import type { SharedDeal } from '@sherpa/contracts/deal-link'
import { type Exclusivity, productCategories, type Territory } from '@sherpa/contracts/exclusivity'
import { paymentObligations } from '@sherpa/contracts/payment-obligations'
import { detailsOfPayment, dueInWords } from '@sherpa/contracts/payment-schedule'
import type { FrozenDeal } from './terms.ts'

/** The terms that the company sees. It names each field, so that a new term stays internal until it is added here. */
export function shareDeal({ deal, number, kind, title, organization, athlete, company, terms, contract }: FrozenDeal) {
  const { startsOn, endsOn, category, exclusivity, territory, usageRights, currency } = terms
  const shared: SharedDeal = {
    deal,
    number,
    kind,
    title,
    organization: organization.name,
    athlete: athlete.name,
    company: company.name,
    startsOn,
    endsOn,
    category: category && productCategories[category],
    exclusivity: exclusivityInWords(exclusivity),
    territory: territoryInWords(territory),
    usageRights,
    currency,
    payments: paymentObligations(terms).map((payment) => ({
      due: dueInWords(payment),
      title: [payment.title, ...detailsOfPayment(payment)].join('. '),
      amountMinor: payment.amountMinor,
    })),
    deliverables: terms.deliverables.map(({ title, count, platform, disclosureTag, dueOn }) => ({
      title,
      count,
      platform,
      disclosureTag,
      dueOn,
    })),
    contract: contract?.sha256 ?? null,
  }
  return shared
}

function exclusivityInWords(exclusivity: Exclusivity) {
  if (exclusivity.kind === 'none') return 'None'
  if (exclusivity.kind === 'company') return 'No other sponsor'
  return exclusivity.categories.map((category) => productCategories[category]).join(', ')
}

function territoryInWords(territory: Territory) {
  if (territory.kind === 'worldwide') return 'Worldwide'
  return territory.kind === 'us' ? 'United States' : territory.places.join(', ')
}
