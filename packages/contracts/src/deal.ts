import * as z from 'zod/mini'
import { accountMessages, emailAddressOr, identityProof } from './account.ts'
import { contractMoney, contractTable } from './contract-years.ts'
import { amountMinor, currency, MOST_MINOR, sumMinor, TOO_LARGE } from './currency.ts'
import { allDealStages, type DealMove, type VersionStage, versionStages } from './deal-stage.ts'
import { exclusivity, productCategory, territory } from './exclusivity.ts'
import { keyDateRule } from './key-date.ts'
import { listPage, listQuery, severalOf, total } from './list.ts'
import { paymentRule, totalOfRule } from './payment-schedule.ts'
import { boundedString, line, requiredLine, requiredText, text } from './text.ts'

export const dealKinds = { contract: 'Contract', nil: 'NIL', sponsorship: 'Sponsorship' } as const
export type DealKind = keyof typeof dealKinds
export const dealKind = z.enum(keysOf(dealKinds), 'Choose a kind')

const uuid = z.uuid().check(z.toLowerCase())
const day = z.iso.date('Enter a date')
const stage = z.enum(allDealStages)
const someone = z.object({ id: z.uuid(), name: z.string() })

/** What the organization earns: a share of what is received, in millionths, or a flat amount. */
export const feeRule = z.union([
  z.strictObject({ rateMillionths: z.int('Enter a rate').check(z.gte(0), z.lte(1_000_000, 'Enter at most 100%')) }),
  z.strictObject({ flatMinor: amountMinor }),
])
export type FeeRule = z.infer<typeof feeRule>

export const deliverableTerm = z.strictObject({
  /** Stays the same from one version of a deal to the next. */
  id: uuid,
  title: requiredLine(160, 'Enter what the athlete does'),
  /** Where: a platform such as instagram, or a place. */
  platform: z.nullable(line(60)),
  /** How often: each gets a line of its own. */
  count: z.int().check(z.gte(1, 'Enter at least 1'), z.lte(50, 'Enter at most 50')),
  dueOn: z.nullable(day),
  /** What the post must carry, such as #ad. */
  disclosureTag: z.nullable(line(60)),
})
export type DeliverableTerm = z.infer<typeof deliverableTerm>

/** Who signs for the company. The address, which the signed document goes to, is only for those who may see money. */
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
  exclusivity,
  territory,
  usageRights: z.nullable(text(2000)),
  /** Why the company makes the deal: the lack of it is the commonest reason that a report is not cleared. */
  businessPurpose: z.nullable(text(2000)),
  payor: z.nullable(payor),
  deliverables: z.array(deliverableTerm).check(z.maxLength(100, 'Enter at most 100')),
  keyDates: z.array(keyDateRule).check(z.maxLength(60, 'Enter at most 60')),
}
/** Only for those who may see money. */
const moneyTerms = {
  currency,
  payments: z.array(paymentRule).check(z.maxLength(60, 'Enter at most 60')),
  fee: z.nullable(feeRule),
  /** Of a playing contract. */
  years: z.nullable(contractMoney),
}
export const dealTerms = z.strictObject({ ...terms, ...moneyTerms })
export type DealTerms = z.infer<typeof dealTerms>
export const TOO_MUCH_PROMISED = 'The payments add up to too much. Enter smaller amounts'
/** Checked where terms are entered only: terms that were signed before are shown as they are. */
const changedTerms = z.partial(dealTerms).check(
  z.refine((terms) => promisedMinor(terms) <= MOST_MINOR, { error: TOO_MUCH_PROMISED, path: ['payments'] }),
  z.refine(({ fee }) => !fee || 'rateMillionths' in fee || fee.flatMinor <= MOST_MINOR, {
    error: TOO_LARGE,
    path: ['fee'],
  }),
)
/** What is to be changed of them. */
export type ChangedTerms = z.infer<typeof changedTerms>
export type DealTerm = keyof DealTerms

/** Everything that terms could have paid: all payments and all years, with conditions, options and buyouts. */
export function promisedMinor({ payments = [], years }: Pick<ChangedTerms, 'payments' | 'years'>): number {
  const ofYears = years
    ? contractTable(years).total.cashMinor +
      years.years.reduce((sum, { option }) => sum + (option?.buyoutMinor ?? 0), 0)
    : 0
  return payments.reduce((sum, rule) => sum + totalOfRule(rule), ofYears)
}
export const dealTermNames = keysOf({ ...terms, ...moneyTerms })
export const moneyTermNames: ReadonlySet<DealTerm> = new Set(keysOf(moneyTerms))

/** As somebody sees them: without money, if they may not see it. */
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
  /** Without it: whoever adds the deal. */
  leadId: z.optional(z.nullable(uuid)),
  terms: z.optional(changedTerms),
})
export type NewDeal = z.infer<typeof newDeal>

/** What is to be changed, and the version of the record that was seen. A change of frozen terms begins a new version. */
export const dealChange = z.strictObject({
  version: z.int(),
  changes: z.partial(z.strictObject({ title, companyId: uuid, leadId: z.nullable(uuid), terms: changedTerms })),
})
export type DealChange = z.infer<typeof dealChange>

/** Title, company, term and amount are those of the version in force; before the first signature, of the newest one. */
export const dealRow = z.object({
  id: z.uuid(),
  kind: dealKind,
  title: z.string(),
  stage,
  stageSince: z.iso.datetime(),
  /** The stage of a new version, while an older one is in force. */
  amendment: z.nullable(z.enum(keysOf(versionStages))),
  athlete: someone,
  company: someone,
  lead: z.nullable(someone),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  /** What is promised without conditions; null for those who may not see money. */
  amount: z.nullable(z.object({ minor: sumMinor, currency })),
  /** When something about it is due next. */
  nextDueOn: z.nullable(z.string()),
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
}
/** Searched are athlete, company and title. Only who may see money may sort by amount. */
export const dealsQuery = listQuery(dealSorts, dealFilters)
export type DealsQuery = z.infer<typeof dealsQuery>
export const dealsPage = listPage(dealRow)
export const dealsExportQuery = z.omit(dealsQuery, { after: true, ids: true, limit: true })
export type DealsExportQuery = z.infer<typeof dealsExportQuery>

/** How many deals of a search there are in each stage: the heads of the board. */
export const dealCountsQuery = z.omit(dealsExportQuery, { stage: true, sort: true })
export type DealCountsQuery = z.infer<typeof dealCountsQuery>
export const dealCounts = z.object({
  /** None, if a search finds a great many or only what is similar. */
  stages: z.array(z.extend(total, { stage })),
})

export const decisions = { approved: 'Approved', changes: 'Asked for changes', declined: 'Declined' } as const
export type Decision = keyof typeof decisions
export const newDecision = z.strictObject({
  /** The version that was looked at: a decision is about that one only. */
  number: z.int(),
  decision: z.enum(keysOf(decisions), 'Choose an answer'),
  word: z.nullable(text(1000)),
})
export type NewDecision = z.infer<typeof newDecision>

/** Of an approval by someone who wrote at the version: it counts, because nobody else may approve it. */
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
  word: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  mark: z.nullable(z.enum(keysOf(approvalMarks))),
})
export type Approval = z.infer<typeof approval>

export const signingSides = { athlete: 'Athlete', guardian: 'Guardian', company: 'Company' } as const
export type SigningSide = keyof typeof signingSides
export const signature = z.object({
  /** The version that was signed. */
  number: z.int(),
  side: z.enum(keysOf(signingSides)),
  method: z.enum(['platform', 'paper']),
  name: z.string(),
  signedAt: z.iso.datetime(),
})
export type Signature = z.infer<typeof signature>

/** The words that whoever signs agrees to: they are part of the record. */
export const signingIntent =
  'I have read this version of the deal, I agree to it, and I sign it by typing my name. I know that this is a record of my consent, and not legal advice.'
/** Whoever signs proves again who they are. */
export const newSignature = z.extend(identityProof, {
  number: z.int(),
  /** The hash of the version as it was shown. */
  hash: boundedString(64).check(z.regex(/^[\da-f]{64}$/)),
  name: requiredLine(120, 'Type your full name'),
  agrees: z.literal(true, 'Confirm that you agree'),
})
export type NewSignature = z.infer<typeof newSignature>

/** What a version says it is called, and whom it is between. */
export type VersionNames = { title: string; athlete: string; company: string }

const version = z.object({
  number: z.int(),
  stage: z.enum(keysOf(versionStages)),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(someone),
  frozenAt: z.nullable(z.iso.datetime()),
  frozenBy: z.nullable(someone),
  hash: z.nullable(z.string()),
  /** When the last side signed it. */
  signedAt: z.nullable(z.iso.datetime()),
  /** These three as they were frozen, whatever they are called today; of a draft as they are now. */
  title: z.string(),
  athlete: z.string(),
  company: someone,
  terms: seenTerms,
})
export type DealVersion = z.infer<typeof version>
export type { DealMove, VersionStage }

/** Another deal whose exclusivity collides with this one. */
const clash = z.object({ dealId: z.uuid(), title: z.string(), stage, reason: z.string() })
export type Clash = z.infer<typeof clash>

/** What the caller may do with the deal at this moment. */
export const dealActions = [
  'edit',
  'submit',
  'withdraw',
  'discard',
  'decide',
  'share',
  'sign',
  'add-paper',
  'remind',
  'accept-clash',
  'start',
  'complete',
  'terminate',
  'expire',
  'decline',
  'reopen',
  'remove',
] as const
export type DealAction = (typeof dealActions)[number]

export const leagueCorrections = z.record(z.string(), day)

export const deal = z.extend(dealRow, {
  minor: z.boolean(),
  /** Birth date or level of the athlete were corrected since it was submitted, across 18: nobody signs until it is reviewed again. */
  reviewAgain: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(someone),
  /** The newest first. */
  versions: z.array(version),
  newest: z.int(),
  /** The version that was signed last. It is in force while the deal is signed or active. */
  inForce: z.nullable(z.int()),
  /** Of the newest version, in the order of the steps: for those who see money all of them, for others their own. */
  approvals: z.array(approval),
  /** Of the newest version that has any. A copy that was replaced is not among them. */
  signatures: z.array(signature),
  /** Who has to sign. */
  sides: z.array(z.enum(keysOf(signingSides))),
  /** Verified guardians of a minor, for those who may see an athlete's contacts. */
  guardians: z.array(z.string()),
  clashes: z.array(clash),
  clashAccepted: z.nullable(z.object({ by: z.nullable(someone), reason: z.string() })),
  /** Days of leagues that the organization has corrected, by event: key dates are computed with them. */
  corrections: leagueCorrections,
  actions: z.array(z.enum(dealActions)),
  /** The caller would be the only one to approve what they submit, and may do so at once. */
  selfApproval: z.boolean(),
  /** Whether athlete and guardians see the newest version. */
  shared: z.boolean(),
  /** Whether the caller sees money. */
  money: z.boolean(),
})
export type Deal = z.infer<typeof deal>

/** What is asked of a deal by hand; the other moves follow from decisions and signatures. */
export const newMove = z.strictObject({
  version: z.int(),
  move: z.enum(['start', 'complete', 'terminate', 'expire', 'decline', 'reopen']),
  word: z.nullable(text(1000)),
  /** Of a termination: what stays owed of a payment, if it is not for the rule to say. Only for those who may change money. */
  owed: z.optional(
    z.array(z.strictObject({ paymentId: uuid, amountMinor })).check(z.maxLength(1000, 'Enter at most 1000')),
  ),
})
export type NewMove = z.infer<typeof newMove>
export const versionSeen = z.strictObject({ version: z.int() })
export const newSubmission = z.extend(versionSeen, {
  /** Whoever is the only one to approve it approves it at once, and says why. */
  approval: z.optional(requiredText(1000, 'Say why you approve it yourself')),
})
export type NewSubmission = z.infer<typeof newSubmission>
export const clashAcceptance = z.strictObject({
  number: z.int(),
  reason: requiredText(1000, 'Say why it is all right'),
})

/** Deals that one which is being written would collide with. */
export const clashQuery = z.strictObject({
  athleteId: uuid,
  companyId: uuid,
  /** The deal itself, if it exists. */
  dealId: z.optional(uuid),
  terms: z.pick(dealTerms, { startsOn: true, endsOn: true, category: true, exclusivity: true, territory: true }),
})
export type ClashQuery = z.infer<typeof clashQuery>
export const clashes = z.object({ clashes: z.array(clash) })

/** Who decides: people by name, or everyone with a role. */
const approvalStep = z.strictObject({
  name: requiredLine(60, 'Enter a name'),
  people: z.array(uuid).check(z.maxLength(20, 'Choose at most 20')),
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

/** With whether the only one who may approve deals approves their own. */
export const approvalRules = z.extend(approvalChains, { selfApproval: z.boolean() })
export type ApprovalRules = z.infer<typeof approvalRules>
export const selfApprovalSetting = z.strictObject({ allowed: z.boolean() })

/** What happens to a deal. */
export const dealEvents = [
  'added',
  'changed',
  'version-added',
  'submitted',
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
  'signed',
  'all-signed',
  'paper-added',
  'paper-replaced',
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
] as const
export type DealEvent = (typeof dealEvents)[number]
export const newDealNote = z.strictObject({ text: requiredText(5000, 'Write something') })
export const dealTimelineEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(['note', ...dealEvents]),
  actor: z.nullable(someone),
  text: z.nullable(z.string()),
  about: z.nullable(z.string()),
  /** Terms that were changed, by name. What was before and after is in the versions. */
  changes: z.array(z.string()),
})
export type DealTimelineEntry = z.infer<typeof dealTimelineEntry>
export const dealTimelineQuery = listQuery(['time'], {})
export type DealTimelineQuery = z.infer<typeof dealTimelineQuery>

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
