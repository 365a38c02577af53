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
import type { DealInput, DealRule, JudgedDeal, Verdict } from '../judgment.ts'
import { deadlineInWords, firstAgreedOn, money } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable, usingAmount } from '../verdicts.ts'

export const nilGoReport: DealRule = {
  id: 'nil-go-report',
  title: 'Report to NIL Go',
  subject: 'deal',
  canBlock: false,
  hasFiling: true,
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
  const isProspect = athlete.level === 'high-school'
  if (!isProspect && athlete.enrolledOn === null) return cannotJudge('athlete.enrolledOn')
  const day = firstAgreedOn(deal) ?? today
  const isEarly = (one: JudgedDeal) => isProspect || (firstAgreedOn(one) ?? day) < (athlete.enrolledOn ?? '')
  if (athlete.juniorYearOn === null && payorDeals(input, CLEARINGHOUSE_FROM).some(isEarly)) {
    return cannotJudge('athlete.juniorYearOn')
  }
  const from = [CLEARINGHOUSE_FROM, athlete.juniorYearOn ?? ''].toSorted().at(-1) ?? ''
  if ((deal.agreedOn ?? today) < from) {
    return notApplicable('The deal is from before the first day of junior year, so it is not reported.')
  }
  return usingAmount(judgeTotal(input, from))
}

function judgeTotal(input: DealInput, from: string): Verdict {
  const { deal, athlete, today } = input
  const group = payorDeals(input, from)
  const total = totalOf(group)
  const { fixedMinor, royaltyMinor, hasRoyalties, isOpenEnded, unknown } = total
  const withPayor = group.length > 1 ? `Deals with ${deal.company.name} and its group` : 'The deal'
  if (fixedMinor >= REPORTED_FROM_MINOR) {
    const reaches = `${withPayor} ${group.length > 1 ? 'reach' : 'reaches'} ${money(fixedMinor)}, so the report`
    const reachedOn = deal.agreedOn && findReachedOn(deal, group, from)
    const isBeforeEnrollment = isBefore(reachedOn ?? today, athlete.enrolledOn)
    const clock = reachedOn && findClock(reachedOn, athlete.enrolledOn, isBeforeEnrollment)
    if (clock) return attention(`${reaches} ${deadlineInWords(clock.due, input)}.`, { todo: TODO, ...clock })
    const when = isBeforeEnrollment ? '14 days of full-time enrollment' : 'five business days of signing'
    return attention(`${reaches} is due within ${when}.`, { todo: TODO })
  }
  if (unknown.length > 0) {
    const agreedOn = firstAgreedOn(deal)
    const clock = agreedOn && findClock(agreedOn, athlete.enrolledOn, isBefore(agreedOn, athlete.enrolledOn))
    return { ...cannotJudge([...new Set(unknown)]), ...clock }
  }
  if (hasRoyalties && (isOpenEnded || fixedMinor + royaltyMinor >= REPORTED_FROM_MINOR)) {
    const total = fixedMinor > 0 ? `Without royalties the total is ${money(fixedMinor)}` : 'The total is royalties only'
    return attention(`${total}; the report is due once it reaches $600.`, {
      todo: 'Record royalties as they arrive, and report the deal within five business days of reaching $600.',
    })
  }
  return fine(`The total with ${deal.company.name} is ${money(fixedMinor + royaltyMinor)}, below $600.`)
}

const isBefore = (day: string, enrolledOn: string | null) => enrolledOn === null || day < enrolledOn

/** The day on which this deal, a later one or an amendment took the total to $600. */
function findReachedOn(deal: JudgedDeal, group: readonly JudgedDeal[], from: string) {
  const values = new Map<string, number>()
  const agreed = group.flatMap(agreedValues).filter(({ on }) => on === '' || on >= from)
  const first = agreed.find(({ id }) => id === deal.id)?.on ?? ''
  for (const { id, on, value } of agreed.toSorted((one, other) => (one.on < other.on ? -1 : 1))) {
    values.set(id, value)
    const total = [...values.values()].reduce((sum, one) => sum + one, 0)
    if (total >= REPORTED_FROM_MINOR) return on > first ? on : first
  }
  return undefined
}

function findClock(reachedOn: string, enrolledOn: string | null, isBeforeEnrollment: boolean) {
  if (!isBeforeEnrollment) return { due: reportDue(reachedOn), countsFrom: reachedOn }
  return enrolledOn === null ? undefined : { due: enrollmentReportDue(enrolledOn) }
}

/** What the deal was worth, by the day from which it was. */
function agreedValues(deal: JudgedDeal) {
  const versions = deal.agreed ?? [{ on: deal.agreedOn ?? '', terms: deal.terms }]
  return versions.map(({ on, terms }) => {
    const value = readValue({ ...deal, terms })
    return { id: deal.id, on, value: 'fixedMinor' in value ? value.fixedMinor : 0 }
  })
}
