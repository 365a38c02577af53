import type { AthleteReport, DealTerms, ReportState } from '@sherpa/contracts/deal'
import type { NewReportedDeal } from '@sherpa/contracts/disclosure'
import { seesMoney, type Viewer } from './deal-access.ts'

/** The words of the athlete, and what became of the report. */
export type Reported = NewReportedDeal & {
  at: string
  state: ReportState
  comment: string | null
}

/** The athlete's own words may name the amount. */
export function toAthleteReport(
  viewer: Viewer,
  { purpose, amountMinor, agreedOn, link, at, state }: Reported,
  currency: DealTerms['currency'],
): AthleteReport {
  const seesAmount = seesMoney(viewer) || viewer.member.role === 'athlete'
  return {
    purpose: seesAmount ? purpose : '',
    amount: seesAmount && amountMinor !== null ? { minor: amountMinor, currency } : null,
    agreedOn,
    link: seesAmount ? link : null,
    reportedAt: at,
    state,
  }
}
