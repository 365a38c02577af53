import type { DealStage } from '../../deal-stage.ts'
import {
  type ExclusiveDeal,
  findExclusivityConflicts,
  type ProductCategory,
  productCategories,
} from '../../exclusivity.ts'
import type { DealInput, DealRule, JudgedDeal, Verdict } from '../judgment.ts'
import { isEndorsement } from '../subject.ts'
import { attention, blocked, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const exclusivityClash: DealRule = {
  id: 'exclusivity-clash',
  title: 'Exclusivity conflict',
  subject: 'deal',
  canBlock: true,
  versions: [
    {
      number: 1,
      from: '2000-01-01',
      until: null,
      status: 'in-force',
      source: { name: 'The athlete’s own contracts, as entered in Sherpa', url: null },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'A deal does not conflict with the exclusivity of another approved, signed or active deal of the athlete, by category or company, term and territory.',
      judge,
    },
  ],
}

const agreedStages: ReadonlySet<DealStage> = new Set(['approved', 'signed', 'active'])

function judge({ deal, otherDeals }: DealInput): Verdict {
  if (!isEndorsement(deal)) return notApplicable('Playing contracts do not conflict with endorsements.')
  const others = otherDeals.filter(
    (other) => isEndorsement(other) && (agreedStages.has(other.stage) || other.stage === 'in-review'),
  )
  const conflicts = findExclusivityConflicts(
    sideOf(deal),
    others.map((other) => sideOf(other)),
  )
  const agreed = conflicts.find(({ other }) => agreedStages.has(other.stage))
  const conflict = agreed ?? conflicts[0]
  if (conflict) {
    // Without a start, the term counts as open.
    if (deal.terms.startsOn === null) return cannotJudge('deal.startsOn')
    const todo = 'Change term, category or exclusivity, or agree with both companies.'
    return (agreed ? blocked : attention)(conflict.reason, { todo })
  }
  const possible = findExclusivityConflicts(
    sideOf(deal, everyCategory),
    others.map((other) => sideOf(other, everyCategory)),
  )
  if (possible.length > 0) return cannotJudge('deal.category')
  return fine('No other deal of the athlete excludes this one.')
}

const everyCategory = Object.keys(productCategories) as ProductCategory[]

function sideOf(deal: JudgedDeal, unknownAs: ProductCategory[] = []): ExclusiveDeal & { stage: DealStage } {
  const { startsOn, endsOn, category, exclusivity, territory } = deal.terms
  return {
    id: deal.id,
    stage: deal.stage,
    company: deal.company,
    termStart: startsOn,
    termEnd: endsOn,
    categories: category ? [category] : unknownAs,
    exclusivity,
    territory,
  }
}
