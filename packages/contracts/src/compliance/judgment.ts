import type { AgreementFees } from '../agreement.ts'
import type { Level } from '../athlete.ts'
import type { CompanyKind } from '../company.ts'
import type { DealKind, DealTerms } from '../deal.ts'
import type { DealStage } from '../deal-stage.ts'
import type { ProductCategory } from '../exclusivity.ts'
import type { OrganizationKind } from '../organization.ts'
import type { SportId } from '../sports.ts'

/** Most severe first. Missing data is never fine. */
export const verdictStates = {
  blocked: 'Blocked',
  attention: 'Attention',
  'cannot-judge': 'Cannot tell',
  fine: 'Fine',
  'not-applicable': 'Not applicable',
} as const
export type VerdictState = keyof typeof verdictStates

export const ruleStatuses = {
  'in-force': 'In force',
  /** In force while it is sued over: it warns and asks, and never blocks. */
  challenged: 'Challenged in court',
  proposed: 'Proposed',
  enjoined: 'Enjoined',
  /** By its maker or a court, named in the source: it asks nothing. */
  suspended: 'Suspended',
} as const
export type RuleStatus = keyof typeof ruleStatuses

/** Whether the source itself was read, or a text about it. */
export const confidences = { read: 'Primary source', secondary: 'Secondary source' } as const
export type Confidence = keyof typeof confidences

export const divisions = {
  'ncaa-1': 'NCAA Division I',
  'ncaa-2': 'NCAA Division II',
  'ncaa-3': 'NCAA Division III',
  naia: 'NAIA',
  njcaa: 'NJCAA',
  other: 'Other',
} as const
export type Division = keyof typeof divisions

/** Leagues of clubs. Whether a fee is capped depends on the league, not on the sport. */
export const clubLeagues = {
  nfl: 'NFL',
  ufl: 'UFL',
  cfl: 'CFL',
  nba: 'NBA',
  'g-league': 'NBA G League',
  wnba: 'WNBA',
  mlb: 'MLB',
  milb: 'Minor League Baseball',
  nhl: 'NHL',
  mls: 'MLS',
  nwsl: 'NWSL',
  other: 'Another league',
} as const
export type ClubLeague = keyof typeof clubLeagues

/** Who pays the agent's fee. */
export const feePayors = {
  athlete: 'The athlete',
  school: 'The school',
  collective: 'A collective or another affiliate of the school',
  company: 'The company of the deal',
} as const
export type FeePayor = keyof typeof feePayors

/** The input that a rule lacks. Each names the field in which a person enters it. */
export const missingInputs = {
  'athlete.birthDate': 'the athlete’s birth date',
  'athlete.level': 'the athlete’s level',
  'athlete.state': 'the athlete’s state',
  'athlete.country': 'the athlete’s country',
  'athlete.sport': 'the athlete’s sport',
  'athlete.division': 'the athlete’s division',
  'athlete.enrolledOn': 'the day of full-time enrollment',
  'athlete.juniorYearOn': 'the first day of junior year',
  'athlete.school': 'the athlete’s school',
  'athlete.classYear': 'the athlete’s class year',
  'school.state': 'the school’s state',
  'school.athleticDirector': 'the athletic director’s email',
  'company.category': 'the company’s category',
  'company.league': 'the club’s league',
  'company.association': 'whether the company is associated with the school',
  'deal.agreedOn': 'the day of signing or agreement',
  'deal.startsOn': 'the start date',
  'deal.endsOn': 'the end date',
  'deal.category': 'the deal’s category',
  'deal.mayBuy': 'whether the athlete may legally buy the firearm',
  'deal.businessPurpose': 'the business purpose',
  'deal.amount': 'the amount',
  'deal.dollars': 'the amount in US dollars',
  'deal.fee': 'the fee',
  'deal.payor': 'the payor’s contact and email',
  'agreement.signedAt': 'the time of signing',
  'agreement.document': 'the signed document',
  'agreement.agents': 'the agents',
  'agreement.fees': 'the fees',
  'agreement.feePayor': 'who pays the fee',
  'organization.sponsors': 'the school’s sponsors',
} as const
export type MissingInput = keyof typeof missingInputs

/** A day ends at midnight in the organization's time zone; an instant is exact. */
export type Due = { day: string } | { at: string }

export type Verdict = {
  state: VerdictState
  /** What the rule says about this subject, in one sentence. */
  sentence: string
  /** What a person can do. */
  todo: string | null
  missing: MissingInput[]
  due: Due | null
  /** Day 0 of the deadline, if it is not the day of the judged version's signature. */
  countsFrom?: string
  /** A report is due before anyone signs, so it has no day yet. */
  beforeSigning?: true
  /** Depends on an amount: for people with money permission, and the athlete. */
  usesAmount: boolean
}

export type JudgedCompany = {
  id: string
  name: string
  kind: CompanyKind
  category: ProductCategory | null
  /** The ultimate parent, or the company itself. */
  owner: string
  /** Nearest first. Their facts count as well: see `judgeAsParents`. */
  parents?: Pick<JudgedCompany, 'id' | 'name' | 'kind' | 'category'>[]
  /** Schools with which it or a parent is associated, or its contact declared a relation. Null: nobody has checked. */
  associatedSchools: string[] | null
  /** Of these, the schools whose multimedia-rights partner it is. */
  rightsPartnerOf: string[]
  /** Of a club. */
  league: ClubLeague | null
  country: string | null
  /** By school, why it counts as associated, unless that is on its own record. */
  associationReasons?: Record<string, string>
}

export type JudgedDeal = {
  id: string
  kind: DealKind
  stage: DealStage
  company: JudgedCompany
  /** Of the judged version; of other deals, of the version in force. */
  terms: DealTerms
  /** The day of the last signature, or the day on which the athlete says that they agreed. */
  agreedOn: string | null
  /** Agreed versions up to this one, oldest first: an amendment does not restart the clock of the first report. */
  agreed?: { on: string; terms: DealTerms }[]
  /** The report of the athlete says that the amount is not known. */
  amountUnknown: boolean
  /** Guardians who signed this version. */
  signedByGuardian: boolean
  /** Of the payor, in the clearinghouse. Null: not invited yet. */
  attestation: { invitedOn: string; attestedOn: string | null } | null
  /** The school was told of this version. */
  disclosedToSchool: boolean
}

export type JudgedAthlete = {
  id: string
  birthDate: string | null
  /** Null: unknown. Rules are asked about each level then, and never see it. */
  level: Level | null
  sport: SportId | null
  /** A US state, or a region elsewhere. */
  state: string | null
  country: string | null
  classYear: number | null
  division: Division | null
  enrolledOn: string | null
  juniorYearOn: string | null
  school: { id: string; name: string; state: string | null; athleticDirectorEmail: string | null } | null
  /** A parent or guardian has confirmed and can sign. */
  hasGuardian: boolean
}

export type JudgedLicense = { state: string; from: string; until: string | null }

export type JudgedAgreement = {
  id: string
  /** Null: not signed, or the time is unknown. */
  signedAt: string | null
  signedOn: string | null
  startsOn: string
  endsOn: string | null
  scope: DealKind[]
  fees: AgreementFees
  feePayor: FeePayor | null
  agents: { id: string; name: string; licenses: JudgedLicense[] }[]
  signedByGuardian: boolean
  hasDocument: boolean
  /** The next event in which the athlete may take part, entered by the agent. */
  nextEventOn: string | null
}

export type JudgedOrganization = {
  kind: OrganizationKind
  zone: string
  /** Sponsors of the school, by the id of the company. Null: nobody has listed them. */
  sponsors: { company: string; category: ProductCategory | null }[] | null
}

/** Everything that a rule may know. Rules have no clock and no database. */
export type DealInput = {
  subject: 'deal'
  deal: JudgedDeal
  athlete: JudgedAthlete
  /** Of the same athlete, without drafts, declined and canceled ones. */
  otherDeals: JudgedDeal[]
  /** In force on the day, or signed last. */
  agreement: JudgedAgreement | null
  organization: JudgedOrganization
  /** The day and time of the judgment. */
  today: string
  now: string
}
export type AgreementInput = {
  subject: 'agreement'
  agreement: JudgedAgreement
  athlete: JudgedAthlete
  organization: JudgedOrganization
  today: string
  now: string
}

export type RuleVersion<Input> = {
  /** Never reused within a rule. */
  number: number
  from: string
  /** The last day; null: open. */
  until: string | null
  status: RuleStatus
  source: { name: string; url: string | null }
  /** The day on which the source was read. */
  readOn: string
  confidence: Confidence
  /** What it demands, in one sentence. */
  demands: string
  judge: (input: Input) => Verdict
}

type RuleOf<Subject, Input> = {
  id: string
  title: string
  subject: Subject
  /** Whether its verdict can stop an approval. */
  canBlock: boolean
  /** A report is filed by its deadline. */
  hasFiling?: true
  /** By day, oldest first. */
  versions: readonly RuleVersion<Input>[]
}
export type DealRule = RuleOf<'deal', DealInput>
export type AgreementRule = RuleOf<'agreement', AgreementInput>
export type SharedRule = RuleOf<'both', DealInput | AgreementInput>
export type Rule = DealRule | AgreementRule | SharedRule
