import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import { type MissingInput, missingInputs } from './compliance/judgment.ts'
import { amountMinor } from './currency.ts'
import { day } from './days.ts'
import { athleteReport } from './deal.ts'
import { dueFromSigning } from './disclosure-clock.ts'
import {
  allDisclosureKinds,
  allDisclosureMoves,
  allDisclosureStates,
  type DisclosureWork,
  disclosureWork,
} from './disclosure-state.ts'
import { allFileTypes, fileName } from './file.ts'
import { instant } from './instant.ts'
import { listPage, listQuery, MOST_IDS, severalOf } from './list.ts'
import { eachOnce } from './once.ts'
import { boundedString, requiredLine, requiredText, text, visibleText, webAddress } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()
const kind = z.enum(allDisclosureKinds, 'Choose a kind')
const state = z.enum(allDisclosureStates)
const version = z.int()
const email = emailAddressOr('Enter an email address')

export const MOST_OWN_FIELDS = 30
/** A field of the organization's own report. */
const ownField = z.strictObject({
  label: requiredLine(80, 'Enter a label'),
  value: z.nullable(visibleText(2000)),
  /** An amount: its value needs permission for money. */
  kind: z.optional(z.literal('amount')),
})
const ownFields = z.array(ownField).check(z.maxLength(MOST_OWN_FIELDS, `Enter at most ${MOST_OWN_FIELDS}`))

/** Of reports whose deadline is counted. */
export const DUE_BY_RULE = 'The deadline follows from the day of signing. Correct that day instead'

export const newDisclosure = z
  .strictObject({
    kind,
    /** Of a NIL Go report, a notice to the state association and a disclosure to the school before signing. */
    dealId: z.optional(uuid),
    /** Of a 72-hour notice. */
    agreementId: z.optional(uuid),
    /** Of another report. */
    athleteId: z.optional(uuid),
    title: z.optional(requiredLine(120, 'Enter a title')),
    authority: z.optional(requiredLine(120, 'Enter who receives it')),
    /** Day 0. By default the day of the signature, or the day on which the athlete says that they agreed. */
    countsFrom: z.optional(day),
    /** Of another report. */
    dueOn: z.optional(day),
    fields: z.optional(ownFields),
  })
  .check(
    z.refine(({ kind, dealId }) => !(dueFromSigning[kind] || kind === 'school-before-signing') || !!dealId, {
      error: 'Choose a deal',
      path: ['dealId'],
    }),
    z.refine(({ kind, agreementId }) => kind !== 'school-72h' || !!agreementId, {
      error: 'Choose an agreement',
      path: ['agreementId'],
    }),
    z.refine(({ kind, athleteId }) => kind !== 'other' || !!athleteId, {
      error: 'Choose an athlete',
      path: ['athleteId'],
    }),
    z.refine(({ kind, title }) => kind !== 'other' || !!title, { error: 'Enter a title', path: ['title'] }),
    z.refine(({ kind, authority }) => kind !== 'other' || !!authority, {
      error: 'Enter who receives it',
      path: ['authority'],
    }),
    z.refine(({ kind, dueOn }) => kind !== 'other' || !!dueOn, { error: 'Enter the deadline', path: ['dueOn'] }),
    z.refine(({ kind, dueOn }) => kind === 'other' || !dueOn, { error: DUE_BY_RULE, path: ['dueOn'] }),
  )
export type NewDisclosure = z.infer<typeof newDisclosure>

/** Optimistic locking by `version`. A new day 0 moves the deadline, and the record shows both. */
export const disclosureChange = z.strictObject({
  version,
  changes: z.partial(
    z.strictObject({
      preparerId: z.nullable(uuid),
      /** Who is meant to submit it. Whoever records the submission replaces them. */
      submitterId: z.nullable(uuid),
      countsFrom: day,
      /** The start of a clock in hours. */
      countsAt: instant(),
      dueOn: day,
      title: requiredLine(120, 'Enter a title'),
      authority: requiredLine(120, 'Enter who receives it'),
      fields: ownFields,
      /** Corrected values by field; null restores the value of the record. */
      answers: z.record(boundedString(40), z.nullable(visibleText(2000))),
    }),
  ),
})
export type DisclosureChange = z.infer<typeof disclosureChange>

const selected = z.array(uuid).check(z.minLength(1), z.maxLength(MOST_IDS, `Select at most ${MOST_IDS}`), eachOnce)
export const disclosureAssignment = z.strictObject({
  ids: selected,
  /** Null: nobody. */
  preparerId: z.nullable(uuid),
})
export type DisclosureAssignment = z.infer<typeof disclosureAssignment>
export const packetsExport = z.strictObject({ ids: selected })

export const disclosureMove = z.strictObject({
  version,
  move: z.enum(allDisclosureMoves),
  /** Of the authority. A submission needs it or a file. */
  confirmation: z.optional(requiredLine(120, 'Enter the confirmation number')),
  /** The day of the submission, attestation or outcome. Default: today. */
  on: z.optional(day),
  comment: z.optional(text(1000)),
})
export type NewDisclosureMove = z.infer<typeof disclosureMove>

/** Answers of the payor without an account. */
export const payorAnswer = z.strictObject({
  /** Owners of the payor, by name. */
  owners: requiredText(1000, 'Enter who owns the company'),
  relation: z.enum(['none', 'booster', 'donor', 'sponsor', 'employee', 'other'], 'Choose a relation'),
  explanation: z.nullable(text(1000)),
})
export type PayorAnswer = z.infer<typeof payorAnswer>
export type PayorRelation = PayorAnswer['relation']
export const payorRelations: Record<PayorAnswer['relation'], string> = {
  none: 'No relation to the school',
  booster: 'Booster or collective of the school',
  donor: 'Donor of the school',
  sponsor: 'Sponsor or licensee of the school',
  employee: 'Owned by or employing staff of the school',
  other: 'Another relation',
}

export const payorAnswerDecision = z.strictObject({ version, reason: requiredText(1000, 'Enter the reason') })
export type PayorAnswerDecision = z.infer<typeof payorAnswerDecision>

const attestation = z.object({
  name: z.string(),
  email: z.string(),
  askedOn: z.string(),
  /** Days of the mail sent so far. */
  mailedDays: z.array(z.int()),
  mail: z.enum(['queued', 'sent', 'failed']),
  openedAt: z.nullable(when),
  answeredAt: z.nullable(when),
  answer: z.nullable(payorAnswer),
  /** A colleague decided that the own record counts instead of the answer. */
  setAside: z.nullable(z.object({ at: when, by: z.nullable(z.string()), reason: z.string() })),
  /** No answer within five days. Attention, not a fact. */
  presumed: z.boolean(),
  linkEndsAt: when,
  linkEnded: z.boolean(),
})
export type Attestation = z.infer<typeof attestation>

/** The day had passed before it could be opened. */
export const daysPassed = { joining: 'Before joining', update: 'Before an update' } as const
const dueBefore = z.enum(Object.keys(daysPassed) as (keyof typeof daysPassed)[])
export type DueBefore = z.infer<typeof dueBefore>

export const disclosureRow = z.object({
  id: z.uuid(),
  kind,
  /** Of another report. */
  title: z.nullable(z.string()),
  authority: z.nullable(z.string()),
  state,
  athlete: someone,
  /** Of the athlete. */
  school: z.nullable(z.string()),
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  agreementId: z.nullable(z.uuid()),
  /** Facts without which nobody can tell whether it is due. The deadline is the earliest that they allow. */
  missing: z.array(z.enum(Object.keys(missingInputs) as MissingInput[])),
  /** Its day had passed before the organization joined, or before an update opened it. It is never late. */
  dueBefore: z.nullable(dueBefore),
  isRevision: z.boolean(),
  /** Day 0 of a clock in business days. */
  countsFrom: z.nullable(z.string()),
  /** The start of a clock in hours. */
  countsAt: z.nullable(when),
  dueOn: z.string(),
  dueAt: when,
  outcomeOn: z.nullable(z.string()),
  preparer: z.nullable(someone),
  /** Of the packet. Null once it is filed. */
  completeness: z.nullable(z.object({ filled: z.int(), fields: z.int() })),
  attestation: z.nullable(z.pick(attestation, { askedOn: true, openedAt: true, answeredAt: true, presumed: true })),
  version,
})
export type DisclosureRow = z.infer<typeof disclosureRow>

const filters = {
  scope: z.optional(z.enum(['mine', 'all'])),
  /** Default: due. */
  work: z.optional(z.enum(Object.keys(disclosureWork) as DisclosureWork[])),
  kind: z.optional(severalOf(kind)),
  state: z.optional(severalOf(state)),
  athlete: z.optional(uuid),
  deal: z.optional(uuid),
  preparer: z.optional(z.union([uuid, z.literal('none')])),
  /** Default of the desk: those whose day had not passed before the organization joined, or before an update. */
  before: z.optional(dueBefore),
  /** The first due day. */
  from: z.optional(day),
  /** The last due day. */
  until: z.optional(day),
}
export const disclosuresQuery = listQuery(['due'], filters)
export type DisclosuresQuery = z.infer<typeof disclosuresQuery>
export const disclosuresPage = listPage(disclosureRow)

const packetField = z.object({
  key: z.string(),
  group: z.string(),
  label: z.string(),
  value: z.nullable(z.string()),
  /** An officer entered it, instead of the record. */
  entered: z.boolean(),
  /** What the record says instead of the entered value. */
  recorded: z.optional(z.string()),
  /** Of an own field. Its value needs permission for money. */
  kind: z.optional(z.literal('amount')),
  /** Needs permission for sensitive data, or for money. */
  hidden: z.optional(z.literal(true)),
})
export type PacketField = z.infer<typeof packetField>
export const packet = z.object({
  kind,
  athlete: z.string(),
  /** The version of the deal. */
  dealNumber: z.nullable(z.int()),
  fields: z.array(packetField),
  disclaimer: z.string(),
})
export type Packet = z.infer<typeof packet>

export const packetCheckIds = ['purpose', 'attestation', 'terms'] as const
const packetCheck = z.object({
  id: z.enum(packetCheckIds),
  fine: z.boolean(),
  title: z.string(),
  detail: z.string(),
})
export type PacketCheck = z.infer<typeof packetCheck>

const file = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(allFileTypes),
  size: z.int(),
  addedAt: when,
})

export const disclosure = z.extend(disclosureRow, {
  /** Earlier day 0 and deadline, oldest first. */
  earlier: z.array(
    z.object({
      from: z.nullable(z.string()),
      dueOn: z.string(),
      dueAt: when,
      changedAt: when,
      /** An officer moved the clock. Rules leave it then. */
      corrected: z.optional(z.literal(true)),
    }),
  ),
  /** The payor. */
  companyId: z.nullable(z.uuid()),
  /** In the organization's time zone. */
  timeZone: z.string(),
  fields: ownFields,
  packet: z.extend(packet, {
    checks: z.array(packetCheck),
    filled: z.int(),
    /** Frozen on submission. */
    hash: z.nullable(z.string()),
  }),
  files: z.array(file),
  confirmation: z.nullable(z.string()),
  /** Before the submission: who is meant to submit it. */
  submitter: z.nullable(someone),
  submittedAt: z.nullable(when),
  attestedOn: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** The mailed notice and whether the receiving server accepted it. */
  notice: z.nullable(z.object({ to: z.string(), mail: z.enum(['queued', 'sent', 'failed']), at: z.nullable(when) })),
  /** Suggested recipient of the notice. */
  athleticDirectorEmail: z.nullable(z.string()),
  payor: z.nullable(z.object({ name: z.string(), email: z.nullable(z.string()) })),
  attestation: z.nullable(attestation),
  revisesId: z.nullable(z.uuid()),
  revisedById: z.nullable(z.uuid()),
  /** Open to the caller. */
  moves: z.array(z.enum(allDisclosureMoves)),
})
export type Disclosure = z.infer<typeof disclosure>

export const schoolNotice = z.strictObject({ version, email })
export type SchoolNotice = z.infer<typeof schoolNotice>

export const payorRequest = z.strictObject({ version, name: requiredLine(120, 'Enter a name'), email })
export type PayorRequest = z.infer<typeof payorRequest>

const formField = z.strictObject({
  key: boundedString(40),
  label: requiredLine(80, 'Enter a label'),
})
/** Labels and order of the fields, as the authority's form has them. */
export const disclosureForm = z.object({ fields: z.array(formField), version })
export type DisclosureForm = z.infer<typeof disclosureForm>
export const disclosureFormChange = z.strictObject({
  version,
  fields: z.array(formField).check(z.maxLength(40)),
})
export type DisclosureFormChange = z.infer<typeof disclosureFormChange>

export const newDisclosureFileQuery = z.object({ name: z.optional(fileName) })

const token = boundedString(100)
export const attestationToken = z.strictObject({ token })
export const newPayorAnswer = z.extend(payorAnswer, { token })
/** What the payor sees. */
export const linkedAttestation = z.object({
  state: z.enum(['open', 'answered', 'closed', 'expired']),
  organization: z.string(),
  /** Without amounts and terms. Null unless it is open. */
  details: z.nullable(
    z.object({ name: z.string(), athlete: z.string(), company: z.string(), school: z.nullable(z.string()) }),
  ),
})
export type LinkedAttestation = z.infer<typeof linkedAttestation>

/** College athletes had no such deals before. */
export const FIRST_NIL_DAY = '2021-01-01'

/** Five questions. The amount is optional: athletes often do not know it yet. */
export const newReportedDeal = z.strictObject({
  company: requiredLine(160, 'Enter the company'),
  purpose: requiredText(1000, 'Enter what you do for them'),
  /** In the organization's currency. Null: not known. */
  amountMinor: z.nullable(amountMinor),
  /** Null: not agreed yet. */
  agreedOn: z.nullable(day.check(z.refine((on) => on >= FIRST_NIL_DAY, 'Enter a year from 2021'))),
  link: z.nullable(webAddress(500)),
})
export type NewReportedDeal = z.infer<typeof newReportedDeal>

export const reportedDeal = z.extend(athleteReport, {
  /** Of the draft. */
  id: z.uuid(),
  title: z.string(),
  athlete: someone,
  company: z.string(),
  /** Of the person who returned it. */
  comment: z.nullable(z.string()),
  /** Answers the athlete. */
  lead: z.nullable(someone),
  /** The caller may accept or return it. */
  decidable: z.boolean(),
})
export type ReportedDeal = z.infer<typeof reportedDeal>
export const reportedDeals = z.object({ reports: z.array(reportedDeal) })

export const reportDecision = z
  .strictObject({
    decision: z.enum(['accepted', 'returned'], 'Choose a decision'),
    comment: z.nullable(text(1000)),
  })
  .check(
    z.refine(({ decision, comment }) => decision === 'accepted' || !!comment, {
      error: 'Tell the athlete what is missing',
      path: ['comment'],
    }),
  )
export type ReportDecision = z.infer<typeof reportDecision>
