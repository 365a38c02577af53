import type { Confidence, RuleVersion } from './judgment.ts'

/** Versions that arrived in Sherpa together. What they demand and their sources are with the rules. */
export type RuleNews = {
  /** The day of arrival, which is not the first day of a version. */
  on: string
  /** Numbers of versions, by rule. */
  versions: Readonly<Record<string, readonly number[]>>
  /** Versions that we had read wrong before. */
  corrected?: Readonly<Record<string, readonly number[]>>
  /** What changed, in one sentence. */
  sentence: string
  why: string
}

/** The changelog of the rules, oldest first. Each version of each rule is in exactly one entry. */
export const ruleNews: readonly RuleNews[] = [
  {
    on: '2026-11-18',
    versions: {
      'barred-category': [1, 2, 3, 4],
      'guardian-signs': [1],
      'exclusivity-clash': [1],
      'nil-go-report': [1],
      'nil-go-range': [1, 2, 3],
      'payor-attestation': [1],
      'valid-purpose': [1],
      'ad-notice-72h': [1],
      'agent-registered': [1],
      'cancel-14-days': [1],
      'agent-fee-payor': [1],
      'fee-cap': [1],
      'term-after-college': [1],
      'school-sponsor': [1],
      'disclosure-tag': [1],
      'hs-state-table': [1, 2],
    },
    sentence: 'Sherpa checks deals and agreements against its first 16 rules.',
    why: 'Missed reports cost athletes their eligibility, and missed notices cost agents up to $53,088.',
  },
  {
    on: '2026-11-19',
    versions: { 'fifa-fee-cap': [1, 2] },
    corrected: { 'fee-cap': [1] },
    sentence:
      'FIFA’s fee cap is a rule of its own, suspended worldwide since December 30, 2023, and other fee caps go by the club’s league.',
    why: 'Fees were held against caps of other leagues, and against one that FIFA does not apply until a court decides.',
  },
  {
    on: '2026-11-19',
    versions: {},
    corrected: { 'barred-category': [1, 2, 3, 4] },
    sentence:
      'The categories that Texas bars are on file, with steroids, casinos and firearms, and states that were only read about say so.',
    why: 'The law of Texas was not on file, and deals with steroids or firearms had no category.',
  },
  {
    on: '2026-11-19',
    versions: { 'valid-purpose': [2] },
    corrected: { 'valid-purpose': [1], 'disclosure-tag': [1], 'nil-go-report': [1], 'nil-go-range': [1, 2, 3] },
    sentence:
      'With an associated payor, such as a multimedia-rights partner, each deliverable activates a right of the athlete.',
    why: 'An arbitrator upheld on May 11, 2026, that rights without direct activation are warehoused and not cleared.',
  },
  {
    on: '2026-11-19',
    versions: { 'school-before-signing': [1, 2, 3] },
    sentence: 'College athletes in some states show a contract to their school before anyone signs it.',
    why: 'Texas, Michigan, Ohio and New York ask for it, and a signed contract is too late.',
  },
]

/** Of what is not a rule here. */
export const noticeStatuses = { proposed: 'Proposed', adopted: 'Adopted', challenged: 'Challenged' } as const

/** Law that is proposed, new or in court. It has no verdict. */
export type LegalNotice = {
  id: string
  title: string
  status: keyof typeof noticeStatuses
  /** The day of the latest step, and the step. */
  on: string
  step: string
  /** What it would change, in one sentence. */
  about: string
  source: RuleVersion<never>['source'] & { url: string }
  readOn: string
  confidence: Confidence
}

/** Newest first. */
export const legalNotices: readonly LegalNotice[] = [
  {
    id: 'S.4668',
    title: 'Protect College Sports Act of 2026 (S.4668)',
    status: 'proposed',
    on: '2026-06-30',
    step: 'On the Senate calendar',
    about:
      'Agents would register with a state and take at most 5% of an endorsement contract, and athletes would report NIL pay above $600 to their school.',
    source: {
      name: 'Pulse of the Hill, summary and status of S. 4668',
      url: 'https://pulseofthehill.com/bills/S.%204668?congress=119',
    },
    readOn: '2026-11-19',
    confidence: 'secondary',
  },
  {
    id: 'five-in-five',
    title: 'Five seasons in five years',
    status: 'challenged',
    on: '2026-06-24',
    step: 'Adopted June 23, sued June 24',
    about:
      'Division I athletes may compete in five seasons within five years, counted from enrollment or the academic year after the 19th birthday, whichever comes first.',
    source: {
      name: 'Jackson Lewis on the NCAA’s new eligibility rule',
      url: 'https://www.jacksonlewis.com/insights/ncaas-new-eligibility-rule-creates-immediate-compliance-obligations-legal-challenge',
    },
    readOn: '2026-11-19',
    confidence: 'secondary',
  },
  {
    id: 'EO-2026-04-03',
    title: 'Executive Order “Urgent National Action to Save College Sports”',
    status: 'adopted',
    on: '2026-04-03',
    step: 'Signed April 3, in force August 1',
    about:
      'Federal agencies weigh violations of national rules on eligibility, transfers, revenue sharing and pay above fair market value when they decide on a school’s grants and contracts.',
    source: {
      name: 'Baker Donelson attorneys in Corporate Compliance Insights',
      url: 'https://www.corporatecomplianceinsights.com/executive-order-targets-college-athletics-compliance-funding/',
    },
    readOn: '2026-11-19',
    confidence: 'secondary',
  },
  {
    id: 'H.R.4312',
    title: 'SCORE Act (H.R. 4312)',
    status: 'proposed',
    on: '2025-09-11',
    step: 'On the House calendar; a law firm calls it withdrawn in 2026',
    about:
      'Agents could charge at most 5% of an endorsement contract, and an athlete could end an agency contract six months after leaving college.',
    source: {
      name: 'H.R. 4312 as reported in the House, section 4',
      url: 'https://self-law.org/code/bill/119/hr/4312/rh/section-4',
    },
    readOn: '2026-11-19',
    confidence: 'read',
  },
]
