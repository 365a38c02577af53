import * as z from 'zod/mini'
import { accountMessages, emailAddressOr, identityProof } from './account.ts'
import { hours } from './availability.ts'
import { contractMoney, contractTable } from './contract-years.ts'
import { amountMinor, currencies, currency, MOST_MINOR, sumMinor, TOO_LARGE } from './currency.ts'
import { allDealStages, type DealMove, type VersionStage, versionStages } from './deal-stage.ts'
import { exclusivity, exclusivityKinds, productCategory, territory } from './exclusivity.ts'
import { guardianStep } from './guardian-step.ts'
import { keyDateRule } from './key-date.ts'
import { listPage, listQuery, severalOf, total } from './list.ts'
import { eachOnce, once } from './once.ts'
import { newPaydays } from './paydays.ts'
import { paymentRule, totalOfRule } from './payment-schedule.ts'
import { dayRangeOrUnset, keyedRanges } from './range.ts'
import { boundedString, line, requiredLine, requiredText, text } from './text.ts'

export const dealKinds = { contract: 'Contract', nil: 'NIL', sponsorship: 'Sponsorship' } as const
export type DealKind = keyof typeof dealKinds
export const dealKind = z.enum(keysOf(dealKinds), 'Choose a kind')

const uuid = z.uuid().check(z.toLowerCase())
const day = z.iso.date('Enter a date')
const stage = z.enum(allDealStages)
const someone = z.object({ id: z.uuid(), name: z.string() })

/** The organization's commission: a share of money received, in millionths, or a flat amount. */
export const feeRule = z.union([
  z.strictObject({ rateMillionths: z.int('Enter a rate').check(z.gte(0), z.lte(1_000_000, 'Enter at most 100%')) }),
  z.strictObject({ flatMinor: amountMinor }),
])
export type FeeRule = z.infer<typeof feeRule>

/** Rights of the athlete that a deliverable can use. */
export const athleteRights = {
  name: 'Name',
  image: 'Image',
  likeness: 'Likeness',
  voice: 'Voice',
  signature: 'Signature',
} as const

export const deliverableTerm = z
  .strictObject({
    /** Stable across versions. */
    id: uuid,
    title: requiredLine(160, 'Enter the deliverable'),
    /** Such as Instagram, or a place. */
    platform: z.nullable(line(60)),
    /** Each one becomes a deliverable of its own. */
    count: z.int().check(z.gte(1, 'Enter at least 1'), z.lte(50, 'Enter at most 50')),
    dueOn: z.nullable(day),
    /** Such as #ad. */
    disclosureTag: z.nullable(line(60)),
    /** The right that it uses. Absent or null: nobody has said. */
    activates: z.optional(z.nullable(z.enum(keysOf(athleteRights), 'Choose a right'))),
    /** The athlete is away on the due date. Absent in terms without it, so that older ones keep their hash. */
    away: z.optional(hours),
  })
  .check(
    z.refine(({ away, dueOn }) => !away || dueOn !== null, {
      error: 'Enter the day on which the athlete is away',
      path: ['dueOn'],
    }),
  )
export type DeliverableTerm = z.infer<typeof deliverableTerm>

/** Signs for the company. The email, which gets the signed copy, needs money permission. */
const payor = z.strictObject({
  name: requiredLine(120, 'Enter a name'),
  title: z.nullable(line(80)),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
})

const terms = {
  startsOn: z.nullable(day),
  /** Null: open. */
  endsOn: z.nullable(day),
  category: z.nullable(productCategory),
  /** Whether the athlete may legally buy the firearm. Absent or null: nobody has answered. */
  mayBuy: z.optional(z.nullable(z.boolean())),
  exclusivity,
  territory,
  usageRights: z.nullable(text(2000)),
  /** Missing purposes are the most common reason that a report is not cleared. */
  businessPurpose: z.nullable(text(2000)),
  payor: z.nullable(payor),
  deliverables: z.array(deliverableTerm).check(z.maxLength(100, 'Enter at most 100')),
  keyDates: z.array(keyDateRule).check(z.maxLength(60, 'Enter at most 60')),
}
/** Need money permission. */
const moneyTerms = {
  currency,
  payments: z.array(paymentRule).check(z.maxLength(60, 'Enter at most 60')),
  fee: z.nullable(feeRule),
  /** Playing contracts only. */
  years: z.nullable(contractMoney),
}
export const dealTerms = z.strictObject({ ...terms, ...moneyTerms })
export type DealTerms = z.infer<typeof dealTerms>
export const TOO_MUCH_PROMISED = 'The total is too large. Enter smaller amounts'
const ofOneId = once<{ id: string }>(({ id }) => id)
/** Checked on input only: older signed terms stay readable. */
const inputTerms = z.extend(dealTerms, {
  deliverables: terms.deliverables.check(ofOneId),
  keyDates: terms.keyDates.check(ofOneId),
  payments: moneyTerms.payments.check(ofOneId),
})
const changedTerms = z.partial(inputTerms).check(
  z.refine((terms) => promisedMinor(terms) <= MOST_MINOR, { error: TOO_MUCH_PROMISED, path: ['payments'] }),
  z.refine(({ fee }) => !fee || 'rateMillionths' in fee || fee.flatMinor <= MOST_MINOR, {
    error: TOO_LARGE,
    path: ['fee'],
  }),
)
export type ChangedTerms = z.infer<typeof changedTerms>
export type DealTerm = keyof DealTerms

/** The maximum that terms can pay, with conditions, options and buyouts. */
export function promisedMinor({ payments = [], years }: Pick<ChangedTerms, 'payments' | 'years'>): number {
  const ofYears = years
    ? contractTable(years).total.cashMinor +
      years.years.reduce((sum, { option }) => sum + (option?.buyoutMinor ?? 0), 0)
    : 0
  return payments.reduce((sum, rule) => sum + totalOfRule(rule), ofYears)
}
/** Terms that a draft still needs before it can be submitted. Hidden terms are left out. */
export function missingTerms(
  kind: DealKind,
  {
    startsOn,
    payments,
    years,
    businessPurpose,
  }: Pick<SeenTerms, 'startsOn' | 'payments' | 'years' | 'businessPurpose'>,
): { field: DealTerm; message: string }[] {
  return [
    ...(startsOn ? [] : [{ field: 'startsOn' as const, message: 'Add the start date' }]),
    ...(payments?.length === 0 && !years ? [{ field: 'payments' as const, message: 'Add a payment' }] : []),
    ...(kind === 'nil' && !businessPurpose
      ? [{ field: 'businessPurpose' as const, message: 'Add the business purpose' }]
      : []),
  ]
}
export const dealTermNames = keysOf({ ...terms, ...moneyTerms })
export const moneyTermNames: ReadonlySet<DealTerm> = new Set(keysOf(moneyTerms))

/** Without money for callers without permission. */
export const seenTerms = z.object({
  ...terms,
  currency: z.nullable(currency),
  payments: z.nullable(moneyTerms.payments),
  fee: moneyTerms.fee,
  years: moneyTerms.years,
})
export type SeenTerms = z.infer<typeof seenTerms>

const title = requiredLine(160, 'Enter a title')
export const newDeal = z.strictObject({
  athleteId: uuid,
  companyId: uuid,
  kind: dealKind,
  title: z.optional(title),
  /** Default: the caller. */
  leadId: z.optional(z.nullable(uuid)),
  terms: z.optional(changedTerms),
})
export type NewDeal = z.infer<typeof newDeal>

export const feeSuggestionQuery = z.strictObject({ kind: dealKind })
/** The fee of the athlete's agreement in force, else of the last deal of this kind. Never an invented rate. */
export const feeSuggestion = z.object({
  fee: z.nullable(feeRule),
  source: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('agreement'), startsOn: z.string() }),
      z.object({ kind: z.literal('deal'), id: z.uuid(), title: z.string() }),
    ]),
  ),
})
export type FeeSuggestion = z.infer<typeof feeSuggestion>

export const reportStates = { open: 'Sent', accepted: 'Accepted', returned: 'Returned' } as const
export type ReportState = keyof typeof reportStates

/** What the athlete said about a deal that they reported. */
export const athleteReport = z.object({
  /** Empty without money permission: the words may name the amount. */
  purpose: z.string(),
  /** Null: not known, or hidden without money permission. */
  amount: z.nullable(z.object({ minor: amountMinor, currency })),
  agreedOn: z.nullable(z.string()),
  link: z.nullable(z.string()),
  reportedAt: z.iso.datetime(),
  state: z.enum(keysOf(reportStates)),
})
export type AthleteReport = z.infer<typeof athleteReport>

/** Optimistic locking by `version`. Changes to frozen terms start a new version. */
export const dealChange = z.strictObject({
  version: z.int(),
  changes: z.partial(z.strictObject({ title, companyId: uuid, leadId: z.nullable(uuid), terms: changedTerms })),
})
export type DealChange = z.infer<typeof dealChange>

/** Columns show the version in force, or the newest one before the first signature. */
export const dealRow = z.object({
  id: z.uuid(),
  kind: dealKind,
  title: z.string(),
  stage,
  stageSince: z.iso.datetime(),
  /** Stage of an amendment. */
  amendment: z.nullable(z.enum(keysOf(versionStages))),
  athlete: someone,
  company: someone,
  lead: z.nullable(someone),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  /** Unconditional total; null without money permission. */
  amount: z.nullable(z.object({ minor: sumMinor, currency })),
  /** The earliest open deliverable or key date. */
  nextDueOn: z.nullable(z.string()),
  nextDueTitle: z.nullable(z.string()),
  lastActiveAt: z.iso.datetime(),
  version: z.int(),
})
export type DealRow = z.infer<typeof dealRow>

export const dealSorts = ['name', 'active', 'amount', 'end', 'due'] as const
const dealFilters = {
  stage: z.optional(severalOf(stage)),
  kind: z.optional(severalOf(dealKind)),
  athlete: z.optional(severalOf(uuid)),
  company: z.optional(severalOf(uuid)),
  /** Ids of members, `me`, and `none`. */
  lead: z.optional(severalOf(z.union([z.literal('none'), z.literal('me'), uuid]))),
  /** Contracts in force whose pay has no paydays. Needs money permission. */
  paydays: z.optional(severalOf(z.literal('missing'))),
  /** By currency, in minor units. Needs money permission. */
  amount: z.optional(keyedRanges(currencies, 'Enter an amount, such as USD:500000..')),
  start: z.optional(dayRangeOrUnset),
  end: z.optional(dayRangeOrUnset),
  /** The next due day. */
  due: z.optional(dayRangeOrUnset),
  category: z.optional(severalOf(productCategory)),
  exclusivity: z.optional(severalOf(z.enum(keysOf(exclusivityKinds)))),
  /** The stage of the version after the one in force. */
  amendment: z.optional(severalOf(z.enum(keysOf(versionStages)))),
}
/** Searches athlete, company and title. Sorting by amount needs money permission. */
export const dealsQuery = listQuery(dealSorts, dealFilters)
export type DealsQuery = z.infer<typeof dealsQuery>
export const dealsPage = listPage(dealRow)
export const dealsExportQuery = z.omit(dealsQuery, { after: true, ids: true, limit: true })
export type DealsExportQuery = z.infer<typeof dealsExportQuery>

/** Counts by stage for the board. */
export const dealCountsQuery = z.omit(dealsExportQuery, { stage: true, sort: true })
export type DealCountsQuery = z.infer<typeof dealCountsQuery>
export const dealCounts = z.object({
  /** Every stage. The count is null if a search finds too many deals, or only similar ones. */
  stages: z.array(z.extend(total, { stage, count: z.nullable(z.number()) })),
})
export type DealCounts = z.infer<typeof dealCounts>

export const decisions = { approved: 'Approved', changes: 'Changes requested', declined: 'Declined' } as const
export type Decision = keyof typeof decisions
export const newDecision = z.strictObject({
  /** The reviewed version. */
  number: z.int(),
  decision: z.enum(keysOf(decisions), 'Choose a decision'),
  comment: z.nullable(text(1000)),
})
export type NewDecision = z.infer<typeof newDecision>

/** Marks approvals by an editor of the version, valid only if no one else can approve. */
export const approvalMarks = {
  'self-approved': 'Self-approved',
  'edited-by-approver': 'Edited by the approver',
} as const
export type ApprovalMark = keyof typeof approvalMarks

const approval = z.object({
  id: z.uuid(),
  step: z.int(),
  stepName: z.string(),
  needs: z.enum(['all', 'any']),
  person: z.nullable(someone),
  askedAt: z.nullable(z.iso.datetime()),
  decision: z.nullable(z.enum(keysOf(decisions))),
  comment: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  mark: z.nullable(z.enum(keysOf(approvalMarks))),
})
export type Approval = z.infer<typeof approval>

export const signingSides = { athlete: 'Athlete', guardian: 'Guardian', company: 'Company' } as const
export type SigningSide = keyof typeof signingSides
export const signature = z.object({
  number: z.int(),
  side: z.enum(keysOf(signingSides)),
  /** `entered`: signed elsewhere, before the deal was entered. */
  method: z.enum(['platform', 'paper', 'link', 'entered']),
  name: z.string(),
  signedAt: z.iso.datetime(),
  /** For colleagues: why the signer's name differs, or why an editor added the guardian's copy. */
  reason: z.nullable(z.string()),
  /** For colleagues: whom the link was sent to, if another person signed by it. */
  linkSentTo: z.nullable(z.string()),
})
export type Signature = z.infer<typeof signature>

/** The consent that signers agree to: part of the record. */
export const signingIntent =
  'I have read this version of the deal, I agree to it, and I sign it by typing my name. I know that this is a record of my consent, and not legal advice.'
/** Signing needs a fresh proof of identity. */
export const newSignature = z.extend(identityProof, {
  number: z.int(),
  /** The hash of the displayed version. */
  hash: boundedString(64).check(z.regex(/^[\da-f]{64}$/)),
  name: requiredLine(120, 'Type your full name'),
  agrees: z.literal(true, 'Confirm that you agree'),
})
export type NewSignature = z.infer<typeof newSignature>

export const newObjection = z.strictObject({
  number: z.int(),
  text: requiredText(2000, 'Enter why you object'),
})
export type NewObjection = z.infer<typeof newObjection>
export const liftedObjection = z.strictObject({ reason: requiredText(1000, 'Enter a reason') })

/** The contract PDF of a version. */
export const contractDocument = z.object({ id: z.uuid(), name: z.string(), sha256: z.string() })
export type ContractDocument = z.infer<typeof contractDocument>

export type VersionNames = { title: string; athlete: string; company: string }

/** A deal that was signed elsewhere, with money that was received before. */
const signedElsewhere = {
  signedOn: day,
  /** The signed contract, a PDF among the deal's documents. */
  documentId: uuid,
  received: z
    .array(
      z.strictObject({
        /** The payment's rule, and its number within the rule. */
        ruleId: boundedString(64),
        number: z.int().check(z.gte(1), z.lte(1000)),
        amountMinor: amountMinor.check(z.positive('Enter an amount greater than 0')),
        /** By default the due date. */
        receivedOn: z.optional(day),
      }),
    )
    .check(
      z.maxLength(1000, 'Enter at most 1000'),
      once(({ ruleId, number }) => `${ruleId} ${number}`, 'Enter one amount per payment', 'amountMinor'),
    ),
  /** Of the seasons of a playing contract. */
  paydays: z.optional(newPaydays),
}
export type SignedElsewhere = z.infer<z.ZodMiniObject<typeof signedElsewhere>>

const version = z.object({
  number: z.int(),
  stage: z.enum(keysOf(versionStages)),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(someone),
  frozenAt: z.nullable(z.iso.datetime()),
  frozenBy: z.nullable(someone),
  hash: z.nullable(z.string()),
  signedAt: z.nullable(z.iso.datetime()),
  /** Entered as signed; null for versions that are signed in Sherpa. Without money permission, without receipts. */
  entered: z.nullable(
    z.object({
      signedOn: day,
      /** Null: imported without the contract. */
      documentId: z.nullable(uuid),
      received: z.nullable(signedElsewhere.received),
    }),
  ),
  /** Names as frozen; of a draft, the current ones. */
  title: z.string(),
  athlete: z.string(),
  company: someone,
  terms: seenTerms,
  /** Null without money permission. */
  contract: z.nullable(contractDocument),
})
export type DealVersion = z.infer<typeof version>
export type { DealMove, VersionStage }

/** An exclusivity conflict with another deal. */
const conflict = z.object({ dealId: z.uuid(), title: z.string(), stage, reason: z.string() })
export type Conflict = z.infer<typeof conflict>

/** Actions open to the caller. */
export const dealActions = [
  'edit',
  'submit',
  'withdraw',
  'discard',
  'decide',
  'share',
  'sign',
  'add-paper',
  'add-contract',
  'send-link',
  'send-page',
  'remind',
  'allow-conflict',
  'lift-objection',
  'start',
  'complete',
  'terminate',
  'expire',
  'decline',
  'reopen',
  'remove',
] as const
export type DealAction = (typeof dealActions)[number]

/** A link for the signature of the company, or to the page of a signed deal. */
export const linkPurposes = ['signature', 'page'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
/** How a link ended. */
export const linkEnds = ['replaced', 'withdrawn', 'expired', 'codes', 'declined', 'changes', 'reassigned'] as const
export const dealLink = z.object({
  id: z.uuid(),
  purpose: z.enum(linkPurposes),
  number: z.int(),
  name: z.string(),
  title: z.nullable(z.string()),
  email: z.string(),
  sentAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  /** `failed`: the receiving server refused the mail. */
  mail: z.enum(['queued', 'sent', 'failed']),
  /** Last opened by a person. */
  openedAt: z.nullable(z.iso.datetime()),
  state: z.enum(['open', 'signed', ...linkEnds]),
  /** With `codes`: when the link opens again. Null: once it is reopened. */
  lockedUntil: z.nullable(z.iso.datetime()),
  /** Whom the recipient named to sign instead. Waits for a decision. */
  reassignment: z.nullable(
    z.object({
      name: z.string(),
      title: z.nullable(z.string()),
      email: z.string(),
      askedAt: z.iso.datetime(),
    }),
  ),
})
export type DealLink = z.infer<typeof dealLink>

export const leagueCorrections = z.record(z.string(), day)

export const deal = z.extend(dealRow, {
  minor: z.boolean(),
  /** A correction moved the athlete across 18 after submission: signing needs a new review. */
  reviewAgain: z.boolean(),
  /** The version in force lacks a guardian's signature, although the athlete is under 18. */
  guardianMissing: z.boolean(),
  /** What is missing until a guardian can sign for this minor. Null: nothing, or no guardian has to sign any more. */
  guardianStep: z.nullable(guardianStep),
  /** Waits for the signature of an athlete without an account, for colleagues who may edit athletes. */
  athleteUnreachable: z.boolean(),
  /** A guardian's open objection pauses signing. Colleagues read the words. */
  objection: z.nullable(z.object({ name: z.string(), at: z.iso.datetime(), text: z.nullable(z.string()) })),
  /** The correction that made a minor an adult before submission, for colleagues. `reason` is null without permission for the birth date. */
  ageCorrection: z.nullable(
    z.object({ at: z.iso.datetime(), by: z.nullable(someone), reason: z.nullable(z.string()) }),
  ),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(someone),
  /** Newest first. */
  versions: z.array(version),
  newestVersion: z.int(),
  /** The last signed version; in force while the deal is signed or active. */
  versionInForce: z.nullable(z.int()),
  /** Of the newest version, by step. Without money permission, only the caller's own. */
  approvals: z.array(approval),
  /** Of the newest version with signatures, without replaced copies. */
  signatures: z.array(signature),
  sides: z.array(z.enum(keysOf(signingSides))),
  /** Verified guardians of a minor; needs permission for contacts. */
  guardians: z.array(z.string()),
  conflicts: z.array(conflict),
  conflictAllowed: z.nullable(z.object({ by: z.nullable(someone), reason: z.string() })),
  /** Corrected league days by event. */
  corrections: leagueCorrections,
  actions: z.array(z.enum(dealActions)),
  /** The caller is the only approver and may approve on submission. */
  selfApproval: z.boolean(),
  /** Nobody could approve this draft, so it cannot be submitted. False without money permission: unknown. */
  nobodyApproves: z.boolean(),
  /** The newest link to the company for each purpose, and those that signed. Only for colleagues with money permission. */
  links: z.array(dealLink),
  /** Whether athlete and guardians see the newest version. */
  shared: z.boolean(),
  /** Of a deal that the athlete reported. */
  report: z.nullable(athleteReport),
  /** Whether the caller sees money. */
  money: z.boolean(),
})
export type Deal = z.infer<typeof deal>

/** Why nobody can sign the newest version now, whoever has not signed yet. */
export function signingPause({
  reviewAgain,
  objection,
  guardianStep,
}: Pick<Deal, 'reviewAgain' | 'objection' | 'guardianStep'>) {
  return objection ? 'objection' : reviewAgain ? 'review-again' : guardianStep ? 'guardian' : null
}

/** Manual moves; the others follow from approvals and signatures. */
export const newMove = z.strictObject({
  version: z.int(),
  move: z.enum(['start', 'complete', 'terminate', 'expire', 'decline', 'reopen']),
  comment: z.nullable(text(1000)),
  /** Overrides what stays owed after a termination. Needs money permission. */
  owed: z.optional(
    z.array(z.strictObject({ paymentId: uuid, amountMinor })).check(
      z.maxLength(1000, 'Enter at most 1000'),
      once(({ paymentId }) => paymentId, 'Enter one amount per payment', 'amountMinor'),
    ),
  ),
  /** Mails the company that the deal was terminated. Needs money permission. */
  tellCompany: z.optional(z.boolean()),
})
export type NewMove = z.infer<typeof newMove>
export const versionSeen = z.strictObject({ version: z.int() })
export const newSubmission = z.extend(versionSeen, {
  /** Self-approval by the only approver. */
  approval: z.optional(requiredText(1000, 'Explain why you approve it yourself')),
  /** Required if the draft has a contract PDF. */
  contractMatches: z.optional(z.boolean()),
})
export type NewSubmission = z.infer<typeof newSubmission>
export const enteredDeal = z.extend(identityProof, {
  ...versionSeen.shape,
  ...signedElsewhere,
  /** Who signed for an athlete who was under 18. */
  guardian: z.optional(requiredLine(120, 'Enter the name of the guardian who signed')),
  /** Confirmation by the only approver. */
  approval: newSubmission.shape.approval,
})
export type EnteredDeal = z.infer<typeof enteredDeal>
export const allowedConflict = z.strictObject({
  number: z.int(),
  reason: requiredText(1000, 'Enter a reason'),
})

/** Conflicts of a deal that is not saved yet. */
export const conflictQuery = z.strictObject({
  athleteId: uuid,
  companyId: uuid,
  /** Excludes the deal itself. */
  dealId: z.optional(uuid),
  terms: z.pick(dealTerms, { startsOn: true, endsOn: true, category: true, exclusivity: true, territory: true }),
})
export type ConflictQuery = z.infer<typeof conflictQuery>
export const conflicts = z.object({ conflicts: z.array(conflict) })

/** Approvers by name or role. */
const approvalStep = z.strictObject({
  name: requiredLine(60, 'Enter a name'),
  people: z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce),
  roles: z.array(z.enum(['owner', 'agent', 'coach', 'support-staff', 'compliance'])),
  needs: z.enum(['all', 'any']),
})
export type ApprovalStep = z.infer<typeof approvalStep>
const approvalChain = z.strictObject({
  /** Null: every kind of deal. */
  kind: z.nullable(dealKind),
  /** For deals of this amount or more, in the currency of the organization. */
  fromMinor: amountMinor,
  steps: z.array(approvalStep).check(z.minLength(1, 'Add a step'), z.maxLength(6, 'Enter at most 6 steps')),
})
export type ApprovalChain = z.infer<typeof approvalChain>
export const approvalChains = z.strictObject({
  chains: z.array(approvalChain).check(z.maxLength(20, 'Enter at most 20')),
})

export const approvalRules = z.extend(approvalChains, {
  selfApproval: z.boolean(),
  /** The approval sends the company its link, if there is one possible recipient. */
  sendAfterApproval: z.boolean(),
})
export type ApprovalRules = z.infer<typeof approvalRules>
export const selfApprovalSetting = z.strictObject({ allowed: z.boolean() })
export const sendAfterApprovalSetting = z.strictObject({ on: z.boolean() })

export const dealEvents = [
  'added',
  'changed',
  'version-added',
  'submitted',
  'entered',
  'withdrawn',
  'approved',
  'self-approved',
  'edited-by-approver',
  'changes-asked',
  'declined',
  'all-approved',
  'approver-left',
  'shared',
  'clash-accepted',
  'rule-answered',
  'signed',
  'all-signed',
  'paper-added',
  'paper-replaced',
  'link-sent',
  'link-withdrawn',
  'link-closed',
  'link-reopened',
  'link-reassigned',
  'reassignment-asked',
  'reassignment-confirmed',
  'reassignment-refused',
  'company-asked-changes',
  'company-declined',
  'objected',
  'objection-lifted',
  'guardian-missing',
  'not-in-force',
  'signature-superseded',
  'moved',
  'draft-discarded',
  'payments-settled',
  'repaired',
  'reminded',
  'document-added',
  'document-removed',
  'deliverable-submitted',
  'deliverable-accepted',
  'deliverable-returned',
  'key-date-done',
  'key-date-moved',
  'reported',
  'report-accepted',
  'report-returned',
  'disclosure-moved',
] as const
export type DealEvent = (typeof dealEvents)[number]
export const newDealNote = z.strictObject({ text: requiredText(5000, 'Enter a note') })
export const dealTimelineEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(['note', ...dealEvents]),
  actor: z.nullable(someone),
  text: z.nullable(z.string()),
  about: z.nullable(z.string()),
  /** Names of changed terms; the values are in the versions. */
  changes: z.array(z.string()),
})
export type DealTimelineEntry = z.infer<typeof dealTimelineEntry>
export const dealTimelineQuery = listQuery(['time'], {})
export type DealTimelineQuery = z.infer<typeof dealTimelineQuery>

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
