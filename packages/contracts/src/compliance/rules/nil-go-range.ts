import {
  agreedSince,
  CLEARINGHOUSE_FROM,
  outsideClearinghouse,
  payorDeals,
  REPORTED_FROM_MINOR,
  totalOf,
} from '../clearinghouse.ts'
import type { DealInput, DealRule, JudgedDeal, RuleVersion, Verdict } from '../judgment.ts'
import { explainAssociation, judgedDay, money } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable, usingAmount } from '../verdicts.ts'

/** Deals up to the first amount are not reviewed, until the associated deals of the academic year pass the second. */
type Thresholds = {
  dealMinor: number
  yearMinor: number
  /** Whether reaching the second amount is enough. Otherwise it must be exceeded. */
  isReachedEnough: boolean
}

const version = (
  number: number,
  from: string,
  until: string | null,
  demands: string,
  thresholds: Thresholds,
  source: RuleVersion<DealInput>['source'],
): RuleVersion<DealInput> => ({
  number,
  from,
  until,
  status: 'in-force',
  source,
  readOn: '2026-11-18',
  confidence: 'secondary',
  demands,
  judge: (input) => judge(input, thresholds),
})

const revolution = {
  name: 'NIL Revolution, June 2026',
  url: 'https://nilrevolution.com/2026/06/college-sports-commission-updates-its-range-of-compensation-analysis',
}
const kutak = {
  name: 'Kutak Rock, June 23, 2026',
  url: 'https://www.kutakrock.com/newspublications/publications/2026/june/csc-memo-nil-review-agent-agreements',
}

export const nilGoRange: DealRule = {
  id: 'nil-go-range',
  title: 'Range-of-compensation review',
  subject: 'deal',
  canBlock: false,
  versions: [
    version(
      1,
      CLEARINGHOUSE_FROM,
      '2026-03-31',
      'Reported deals of Division I athletes with a payor that is associated with their school are compared with the range of compensation for similar deals.',
      { dealMinor: 0, yearMinor: 0, isReachedEnough: true },
      revolution,
    ),
    version(
      2,
      '2026-04-01',
      '2026-06-30',
      'Reported deals with associated payors are compared with similar deals if one exceeds $2,500, or once associated deals reach $15,000 in the academic year (July to June).',
      { dealMinor: 2_500_00, yearMinor: 15_000_00, isReachedEnough: true },
      revolution,
    ),
    version(
      3,
      '2026-07-01',
      null,
      'Reported deals with associated payors are compared with similar deals if one exceeds $15,000, or once associated deals exceed $50,000 in the academic year (July to June).',
      { dealMinor: 15_000_00, yearMinor: 50_000_00, isReachedEnough: false },
      kutak,
    ),
  ],
}

const TODO = 'Attach two comparable deals to the report.'

function judge(input: DealInput, thresholds: Thresholds): Verdict {
  const { dealMinor } = thresholds
  const outside = outsideClearinghouse(input)
  if (outside) return outside
  const { deal, athlete } = input
  if (!athlete.school) return cannotJudge('athlete.school')
  const school = athlete.school
  if (deal.company.associatedSchools === null) return cannotJudge('company.association')
  if (!deal.company.associatedSchools.includes(school.id)) {
    return notApplicable(`${deal.company.name} is not associated with ${school.name}.`)
  }
  const explained = (verdict: Verdict): Verdict => ({
    ...usingAmount(verdict),
    sentence: verdict.sentence + explainAssociation(deal.company, school.id),
  })
  const own = totalOf([deal])
  const [missing] = own.unknown
  if (missing) return usingAmount(cannotJudge(missing))
  const ownMinor = own.fixedMinor + own.royaltyMinor
  const payor = totalOf(payorDeals(input, CLEARINGHOUSE_FROM))
  if (payor.fixedMinor + payor.royaltyMinor < REPORTED_FROM_MINOR) {
    if (payor.unknown.length > 0) return usingAmount(cannotJudge([...new Set(payor.unknown)]))
    if (payor.isOpenEnded) return usingAmount(cannotJudge('deal.amount'))
    return usingAmount(fine('The total with the payor is below $600, so it is not reviewed.'))
  }
  if (ownMinor > dealMinor) {
    const limit = dealMinor > 0 ? `, over ${money(dealMinor)}` : ''
    return explained(
      attention(`The deal pays ${money(ownMinor)}${limit}, so it is compared with similar deals.`, { todo: TODO }),
    )
  }
  return explained(judgeYear(input, school.id, thresholds))
}

function judgeYear(input: DealInput, school: string, { yearMinor, isReachedEnough }: Thresholds): Verdict {
  const isReviewed = (sum: number) => (isReachedEnough ? sum >= yearMinor : sum > yearMinor)
  const year = academicYear(judgedDay(input))
  const others = agreedSince(input, year.from, year.until)
  const isAssociated = ({ company }: JudgedDeal) => company.associatedSchools?.includes(school) ?? false
  const known = totalOf([input.deal, ...others.filter(isAssociated)])
  const unchecked = totalOf(others.filter(({ company }) => company.associatedSchools === null))
  const sum = known.fixedMinor + known.royaltyMinor
  if (isReviewed(sum)) {
    const limit = `${isReachedEnough ? 'at least' : 'over'} ${money(yearMinor)}`
    return attention(
      `Deals with associated payors total ${money(sum)} in ${year.name}, ${limit}, so this one is compared with similar deals.`,
      { todo: TODO },
    )
  }
  const unknown = [...new Set(known.unknown)]
  if (unknown.length > 0) return cannotJudge(unknown)
  if (known.isOpenEnded) return cannotJudge('deal.amount')
  if (
    unchecked.unknown.length > 0 ||
    unchecked.isOpenEnded ||
    isReviewed(sum + unchecked.fixedMinor + unchecked.royaltyMinor)
  ) {
    return cannotJudge('company.association')
  }
  return fine(
    `Deals with associated payors total ${money(sum)} in ${year.name}, ${isReachedEnough ? 'below' : 'not over'} ${money(yearMinor)}, so this one is not reviewed.`,
  )
}

/** From July to June. */
function academicYear(day: string) {
  const first = Number(day.slice(0, 4)) - (day.slice(5) < '07-01' ? 1 : 0)
  return { from: `${first}-07-01`, until: `${first + 1}-06-30`, name: `${first}-${String(first + 1).slice(2)}` }
}
