import type { AthleteReport, DealTerms, ReportState } from '@sherpa/contracts/deal'
import type { NewReportedDeal } from '@sherpa/contracts/disclosure'
import { seesMoney, type Viewer } from './deal-access.ts'

/** The words of the athlete, and what became of the report. */
export type Reported = NewReportedDeal & {
  at: string
  state: ReportState
  comment: string | null
  /** Of the amount. Reports of older releases lack it. */
  currency?: DealTerms['currency']
}

/** Also in words, such as "two grand". Any digit counts: "600 for a post" has no currency. */
const amountLike = /\p{Nd}|\p{Sc}|\b(?:hundred|thousand|grand|k|dollars?|bucks|euros?|pounds?)\b/iu

export const mayNameAmount = (words: string) => amountLike.test(words)

/** The athlete's own words may name the amount. */
export function toAthleteReport(
  viewer: Viewer,
  { purpose, amountMinor, agreedOn, link, at, state, currency }: Reported,
  currencyOfDeal: DealTerms['currency'],
): AthleteReport {
  const seesAmount = seesMoney(viewer) || viewer.member.role === 'athlete'
  return {
    purpose: seesAmount ? purpose : '',
    amount: seesAmount && amountMinor !== null ? { minor: amountMinor, currency: currency ?? currencyOfDeal } : null,
    agreedOn,
    link: seesAmount ? link : null,
    reportedAt: at,
    state,
  }
}
