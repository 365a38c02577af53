import { hasBeenSigned } from '../../deal-stage.ts'
import {
  CLEARINGHOUSE_FROM,
  outsideClearinghouse,
  payorDeals,
  REPORTED_FROM_MINOR,
  readValue,
  totalOf,
} from '../clearinghouse.ts'
import { enrollmentReportDue, reportDue } from '../deadlines.ts'
import type { DealInput, DealRule, Due, JudgedDeal, Verdict } from '../judgment.ts'
import { deadlineInWords, money } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable, usingAmount } from '../verdicts.ts'

export const nilGoReport: DealRule = {
  id: 'nil-go-report',
  title: 'Report to NIL Go',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: CLEARINGHOUSE_FROM,
      until: null,
      status: 'in-force',
      source: {
        name: 'NIL Go help, articles 11585490 and 11172954',
        url: 'https://help.nilgo.com/en/articles/11585490-when-do-student-athletes-have-to-report-their-third-party-nil-deals',
      },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'Division I athletes report third-party deals that reach $600 with one payor or its group, in kind and conditional pay included, within five business days of signing or agreement. Deals from before enrollment, since the later of July 1, 2025, and the first day of junior year, are reported within 14 days of full-time enrollment. Royalties are reported once the total reaches $600.',
      judge,
    },
  ],
}

const TODO = 'Report the deal to NIL Go and let the athlete confirm it. Take no money before it is cleared.'

function judge(input: DealInput): Verdict {
  const outside = outsideClearinghouse(input, { prospects: true })
  if (outside) return outside
  const { deal, athlete, today } = input
  if (deal.agreedOn === null && hasBeenSigned(deal.stage)) return cannotJudge('deal.agreedOn')
  const day = deal.agreedOn ?? today
  const isProspect = athlete.level === 'high-school'
  if (!isProspect && athlete.enrolledOn === null) return cannotJudge('athlete.enrolledOn')
  const isBeforeEnrollment = isProspect || day < (athlete.enrolledOn ?? '')
  const needsJuniorYear = (agreedOn: string | null) => isProspect || (agreedOn ?? day) < (athlete.enrolledOn ?? '')
  const group = payorDeals(input, CLEARINGHOUSE_FROM)
  if (athlete.juniorYearOn === null && group.some(({ agreedOn }) => needsJuniorYear(agreedOn))) {
    return cannotJudge('athlete.juniorYearOn')
  }
  const from = [CLEARINGHOUSE_FROM, athlete.juniorYearOn ?? ''].toSorted().at(-1) ?? ''
  if (day < from) return notApplicable('The deal is from before the first day of junior year, so it is not reported.')
  return usingAmount(judgeTotal(input, payorDeals(input, from), isBeforeEnrollment))
}

function judgeTotal(input: DealInput, group: readonly JudgedDeal[], isBeforeEnrollment: boolean): Verdict {
  const { deal } = input
  const total = totalOf(group)
  const { fixedMinor, royaltyMinor, hasRoyalties, unknown } = total
  const withPayor = group.length > 1 ? `Deals with ${deal.company.name} and its group` : 'The deal'
  if (fixedMinor >= REPORTED_FROM_MINOR) {
    const reaches = `${withPayor} ${group.length > 1 ? 'reach' : 'reaches'} ${money(fixedMinor)}, so the report`
    const due = findDue(input, group, isBeforeEnrollment)
    if (due) return attention(`${reaches} ${deadlineInWords(due, input)}.`, { todo: TODO, due })
    const when = isBeforeEnrollment ? '14 days of full-time enrollment' : 'five business days of signing'
    return attention(`${reaches} is due within ${when}.`, { todo: TODO })
  }
  if (unknown.length > 0) return cannotJudge([...new Set(unknown)])
  // An estimate of 0 says nothing about what royalties may reach.
  const isOpenEnded = group.some(({ terms }) =>
    terms.payments.some((one) => one.kind === 'royalty' && !one.amountMinor),
  )
  if (hasRoyalties && (isOpenEnded || fixedMinor + royaltyMinor >= REPORTED_FROM_MINOR)) {
    return attention(`Without royalties the total is ${money(fixedMinor)}; the report is due once it reaches $600.`, {
      todo: 'Record royalties as they arrive, and report the deal within five business days of reaching $600.',
    })
  }
  return fine(`The total with ${deal.company.name} is ${money(fixedMinor + royaltyMinor)}, below $600.`)
}

/** Smaller deals become reportable on the day on which a later one takes the total to $600. */
function findDue({ deal, athlete }: DealInput, group: readonly JudgedDeal[], isBeforeEnrollment: boolean): Due | null {
  if (isBeforeEnrollment) return athlete.enrolledOn === null ? null : enrollmentReportDue(athlete.enrolledOn)
  if (deal.agreedOn === null) return null
  let total = 0
  for (const { agreedOn, value } of group
    .map((one) => ({ agreedOn: one.agreedOn ?? '', value: readValue(one) }))
    .toSorted((one, other) => (one.agreedOn < other.agreedOn ? -1 : 1))) {
    total += 'fixedMinor' in value ? value.fixedMinor : 0
    if (total >= REPORTED_FROM_MINOR) return reportDue(agreedOn > deal.agreedOn ? agreedOn : deal.agreedOn)
  }
  return null
}
