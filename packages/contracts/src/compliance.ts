import * as z from 'zod/mini'
import { emailAddress } from './account.ts'
import {
  type ClubLeague,
  type Confidence,
  clubLeagues,
  confidences,
  type Division,
  divisions,
  type MissingInput,
  missingInputs,
  type RuleStatus,
  ruleStatuses,
  type VerdictState,
  verdictStates,
} from './compliance/judgment.ts'
import { countryCodes } from './country.ts'
import { day } from './days.ts'
import { productCategory } from './exclusivity.ts'
import { listPage, listQuery } from './list.ts'
import { once } from './once.ts'
import { boundedString, line, requiredLine, requiredText } from './text.ts'
import { usStateCodes } from './us-states.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()

/** No reason or setting replaces a guardian: approval and signing need one anyway. */
export const GUARDIAN_RULE = 'guardian-signs'
/** Allowing the conflict answers it. */
export const EXCLUSIVITY_RULE = 'exclusivity-clash'

type Blocking = { rule: string; state: VerdictState }

/** Whether a reason lifts the block. */
export const isAnswerable = ({ rule, state }: Blocking) => state === 'blocked' && rule !== GUARDIAN_RULE

/**
 * What refuses the approval of a version: rules without an answer, and a minor without a guardian. A contract that was
 * signed elsewhere may conflict with others, and says who signed it.
 */
export function refusalsOfApproval<Verdict extends Blocking & { answer: unknown }>(
  verdicts: readonly Verdict[],
  { isEntered }: { isEntered: boolean },
) {
  return {
    toAnswer: verdicts.filter(
      (one) => isAnswerable(one) && !one.answer && !(isEntered && one.rule === EXCLUSIVITY_RULE),
    ),
    needsGuardian: !isEntered && verdicts.some(({ rule, state }) => state === 'blocked' && rule === GUARDIAN_RULE),
  }
}

/** The school is told of a proposed contract. Sending it for signature warns, and is never refused. */
export const BEFORE_SIGNING_RULE = 'school-before-signing'
export const warnsBeforeSigning = ({ rule, state }: { rule: string; state: VerdictState }) =>
  rule === BEFORE_SIGNING_RULE && state !== 'fine' && state !== 'not-applicable'

const state = z.enum(Object.keys(verdictStates) as VerdictState[])
const ruleId = requiredLine(60, 'Choose a rule')
const answer = z.object({
  /** Null for athletes, and after erasure. */
  reason: z.nullable(z.string()),
  by: z.nullable(someone),
  /** Null: before times of allowed conflicts were stored. */
  at: z.nullable(when),
})

export const verdict = z.object({
  rule: z.string(),
  title: z.string(),
  ruleVersion: z.int(),
  status: z.enum(Object.keys(ruleStatuses) as RuleStatus[]),
  /** First day of this version of the rule. */
  from: z.string(),
  source: z.object({ name: z.string(), url: z.nullable(z.string()) }),
  readOn: z.string(),
  confidence: z.enum(Object.keys(confidences) as Confidence[]),
  state,
  sentence: z.string(),
  todo: z.nullable(z.string()),
  missing: z.array(z.enum(Object.keys(missingInputs) as MissingInput[])),
  /** Its day had passed before the organization joined, so that it is not late. */
  dueBeforeJoining: z.optional(z.literal(true)),
  due: z.nullable(z.union([z.object({ day: z.string() }), z.object({ at: when })])),
  since: z.nullable(when),
  /** The verdict before, and when it changed. */
  previous: z.nullable(z.object({ state, until: when })),
  /** Why a blocked version may be approved nevertheless. */
  answer: z.nullable(answer),
  /** Whether the caller can answer it now. */
  canAnswer: z.boolean(),
})
export type JudgedVerdict = z.infer<typeof verdict>

/** Most severe first. Verdicts that depend on an amount are only for people with money permission, and the athlete. */
export const verdicts = z.object({
  /** Of the deal; null for agreements. */
  number: z.nullable(z.int()),
  /** Computed now and not stored: the version is a draft, or not judged yet. */
  isPreview: z.boolean(),
  verdicts: z.array(verdict),
  /** SHA-256 of what the rules read. Null without money permission. */
  inputHash: z.nullable(z.string()),
  /** Records in which missing facts are entered. */
  records: z.object({
    athlete: z.uuid(),
    company: z.nullable(z.uuid()),
    school: z.nullable(z.uuid()),
    agreement: z.nullable(z.uuid()),
  }),
})
export type Verdicts = z.infer<typeof verdicts>

export const dealVerdictsQuery = z.strictObject({
  /** By default the newest version. */
  version: z.optional(
    z.pipe(
      boundedString(6).check(z.regex(/^\d+$/, 'Enter a number')),
      z.transform((text: string) => Number(text)),
    ),
  ),
})

export const newVerdictAnswer = z.strictObject({
  number: z.int(),
  rule: ruleId,
  ruleVersion: z.int(),
  reason: requiredText(1000, 'Explain why it may be approved'),
})
export type NewVerdictAnswer = z.infer<typeof newVerdictAnswer>

/** Days of the organization, both included. */
export const verdictAnswersQuery = z.strictObject({ from: z.optional(day), until: z.optional(day) })
export type VerdictAnswersQuery = z.infer<typeof verdictAnswersQuery>
/** The newest of a period. */
export const MOST_VERDICT_ANSWERS = 500
const verdictAnswer = z.extend(answer, {
  deal: z.object({ id: z.uuid(), title: z.string(), athlete: z.string() }),
  number: z.int(),
  rule: z.string(),
  ruleVersion: z.nullable(z.int()),
  title: z.string(),
  /** Of a deal that was entered as already signed: nobody answered, and `by` entered it. */
  unanswered: z.boolean(),
  /** Who approved the version. Null: not approved, or hidden without money permission. */
  approvedBy: z.nullable(z.string()),
  /** Day of the last approval. */
  approvedOn: z.nullable(z.string()),
})
export type VerdictAnswer = z.infer<typeof verdictAnswer>
export const verdictAnswers = z.object({ answers: z.array(verdictAnswer) })

/** Where the request to a payor stands. "Presumed" is attention, not a fact. */
export const payorAttestations = {
  asked: 'Asked',
  opened: 'Link opened',
  answered: 'Answered',
  attested: 'Attested',
  presumed: 'No answer in five days',
} as const
export type PayorAttestation = keyof typeof payorAttestations

export const MOST_PAYORS = 500
const associatedPayor = z.object({
  company: someone,
  /** The id is null if only the athlete's record names the school. */
  school: z.nullable(z.object({ id: z.nullable(z.uuid()), name: z.string() })),
  /** Null: no association is recorded. The clearinghouse may presume one. */
  reason: z.nullable(z.string()),
  source: z.nullable(z.string()),
  /** The newest request. Null: none, or hidden without money permission. */
  attestation: z.nullable(
    z.object({
      state: z.enum(Object.keys(payorAttestations) as PayorAttestation[]),
      /** The day of the request, or of the attestation. */
      on: z.string(),
      disclosureId: z.uuid(),
    }),
  ),
})
export type AssociatedPayor = z.infer<typeof associatedPayor>
export const associatedPayors = z.object({ payors: z.array(associatedPayor) })

const athleteFacts = {
  division: z.nullable(z.enum(Object.keys(divisions) as Division[], 'Choose a division')),
  /** First day of full-time enrollment. */
  enrolledOn: z.nullable(day),
  /** First day of junior year in high school. */
  juniorYearOn: z.nullable(day),
  /** Sensitive: null, and never written, without that permission. */
  ncaaId: z.nullable(line(20)),
  /** A company of the kind school. */
  schoolId: z.nullable(uuid),
}
/** Optimistic locking by `version`, which is 0 before the first change. */
export const athleteComplianceChange = z.strictObject({
  version: z.int(),
  changes: z.partial(z.strictObject(athleteFacts)),
})
export type AthleteComplianceChange = z.infer<typeof athleteComplianceChange>
export const athleteCompliance = z.object({
  division: athleteFacts.division,
  enrolledOn: z.nullable(z.string()),
  juniorYearOn: z.nullable(z.string()),
  ncaaId: z.nullable(z.string()),
  school: z.nullable(someone),
  /** Named in the record, if no company is linked: the company with this name, or none. */
  suggestion: z.nullable(z.object({ name: z.string(), company: z.nullable(someone) })),
  version: z.int(),
})
export type AthleteCompliance = z.infer<typeof athleteCompliance>

const companyFacts = {
  /** US state of a school. */
  state: z.nullable(z.enum(usStateCodes, 'Choose a state')),
  directorName: z.nullable(line(120)),
  directorEmail: z.nullable(emailAddress),
  /** Of a club. */
  league: z.nullable(z.enum(Object.keys(clubLeagues) as ClubLeague[], 'Choose a league')),
  country: z.nullable(z.enum(countryCodes, 'Choose a country')),
  /** True: someone checked now whether it is associated with a school. False: nobody has. */
  associationsChecked: z.boolean(),
}
/** Optimistic locking by `version`, which is 0 before the first change. */
export const companyComplianceChange = z.strictObject({
  version: z.int(),
  changes: z.partial(z.strictObject(companyFacts)),
})
export type CompanyComplianceChange = z.infer<typeof companyComplianceChange>
export const newAssociation = z.strictObject({
  schoolId: uuid,
  reason: requiredLine(200, 'Enter how they are associated'),
  source: z.nullable(line(200)),
  /** It is the school’s multimedia-rights partner. */
  isRightsPartner: z.optional(z.boolean()),
})
export type NewAssociation = z.infer<typeof newAssociation>
export const companyCompliance = z.object({
  state: companyFacts.state,
  directorName: z.nullable(z.string()),
  directorEmail: z.nullable(z.string()),
  league: companyFacts.league,
  country: z.nullable(z.string()),
  checked: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  associations: z.array(
    z.object({
      id: z.uuid(),
      school: someone,
      reason: z.string(),
      source: z.nullable(z.string()),
      isRightsPartner: z.boolean(),
      at: when,
      by: z.nullable(someone),
    }),
  ),
  version: z.int(),
})
export type CompanyCompliance = z.infer<typeof companyCompliance>

const MOST_SPONSORS = 200
const sponsor = z
  .strictObject({
    companyId: z.nullable(uuid),
    /** Of a sponsor that is not among the companies. */
    name: z.nullable(line(120)),
    category: z.nullable(productCategory),
  })
  .check(z.refine(({ companyId, name }) => !companyId === Boolean(name), 'Choose a company or enter a name'))
/** Null: not listed. An empty list means that the school has no sponsors. */
export const sponsorsChange = z.strictObject({
  version: z.int(),
  sponsors: z.nullable(
    z.array(sponsor).check(
      z.maxLength(MOST_SPONSORS, `List at most ${MOST_SPONSORS}`),
      once(({ companyId }) => companyId),
    ),
  ),
})
export type SponsorsChange = z.infer<typeof sponsorsChange>
/** Blocking rules that only warn here. */
export const rulesOffChange = z.strictObject({
  version: z.int(),
  rulesOff: z.array(ruleId).check(z.maxLength(20, 'Name at most 20')),
})
export type RulesOffChange = z.infer<typeof rulesOffChange>
export const complianceSettings = z.object({
  sponsors: z.nullable(
    z.array(z.object({ companyId: z.nullable(z.uuid()), name: z.string(), category: z.nullable(productCategory) })),
  ),
  rulesOff: z.array(z.string()),
  version: z.int(),
})
export type ComplianceSettings = z.infer<typeof complianceSettings>

/** Counting further does not change what to do. */
export const MOST_TOUCHED = 100
const ruleVersionNumber = z.pipe(
  boundedString(6).check(z.regex(/^\d+$/, 'Enter a number')),
  z.transform((text: string) => Number(text)),
)
/** A version of a rule that judged open deals or agreements after they had been judged without it. */
const touchingVersion = z.object({
  rule: z.string(),
  version: z.int(),
  /** Open deals and agreements that the caller sees, by what the version says now. At most `MOST_TOUCHED` each. */
  counts: z.array(z.object({ state, count: z.int() })),
})
export type TouchingVersion = z.infer<typeof touchingVersion>
export const ruleNewsOfOrganization = z.object({
  /** Day on which the organization came to Sherpa. */
  joinedOn: z.string(),
  touching: z.array(touchingVersion),
})
export const touchedQuery = listQuery(['changed'], { rule: ruleId, version: ruleVersionNumber, state })
export type TouchedQuery = z.infer<typeof touchedQuery>
const touched = z.object({
  id: z.uuid(),
  /** Null: a representation agreement. */
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  athlete: someone,
  changedAt: when,
  /** What the version before it said. Null: the rule is new, or it depended on an amount that the caller may not see. */
  before: z.nullable(z.object({ version: z.int(), state, sentence: z.string() })),
  after: z.object({ state, sentence: z.string() }),
})
export type Touched = z.infer<typeof touched>
export const touchedPage = listPage(touched)
