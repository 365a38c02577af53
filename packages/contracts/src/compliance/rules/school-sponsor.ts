import { isWithin, productCategories } from '../../exclusivity.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { categoryOf, isEndorsement } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const schoolSponsor: DealRule = {
  id: 'school-sponsor',
  title: 'Conflict with a sponsor of the school',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2021-07-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'State NIL laws, such as Ohio Revised Code 3376.06(B) and Texas Education Code 51.9246(g)',
        url: 'https://codes.ohio.gov/ohio-revised-code/section-3376.06',
      },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'An endorsement deal of a college athlete does not conflict with a contract of the school: no competitor of a sponsor in the same product category.',
      judge,
    },
  ],
}

function judge({ deal, athlete, organization }: DealInput): Verdict {
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level !== 'college') return notApplicable('The rule is for college athletes.')
  if (organization.sponsors === null) return cannotJudge('organization.sponsors')
  const { id, owner, parents = [] } = deal.company
  const own = new Set([id, owner, ...parents.map((parent) => parent.id)])
  const competitors = organization.sponsors.filter(({ company }) => !own.has(company))
  if (competitors.length === 0) return fine('No other sponsor of the school is listed.')
  const category = categoryOf(deal)
  if (!category) return cannotJudge('deal.category')
  // "Other" says nothing about what competes.
  if (category !== 'other' && competitors.some((sponsor) => sponsor.category && isWithin(category, sponsor.category))) {
    return attention(
      `The school has another sponsor for ${productCategories[category].toLowerCase()}, so the deal may conflict with its contract.`,
      { todo: 'Show the deal to the school before signing.' },
    )
  }
  if (competitors.some((sponsor) => sponsor.category === null)) return cannotJudge('organization.sponsors')
  return fine('No sponsor of the school is in this category.')
}
