import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { hours } from './availability.ts'
import { amountMinor, currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import {
  contractDocument,
  dealKind,
  leagueCorrections,
  type SigningSide,
  seenTerms,
  signature,
  signingSides,
} from './deal.ts'
import { allFileTypes, fileName } from './file.ts'
import { type KeyDateKind, keyDateKinds } from './key-date.ts'
import { type League, leagues } from './league-calendar.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { allAgingBands, allIncomeClasses } from './money.ts'
import { type PaymentKind, paymentKinds } from './payment-schedule.ts'
import { numberRange } from './range.ts'
import { sportIds } from './sports.ts'
import { boundedString, requiredLine, requiredText, text, webAddress } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()
export const ofDeal = { deal: z.object({ id: z.uuid(), title: z.string() }), athlete: someone, company: someone }
export const keyDateKind = z.enum(Object.keys(keyDateKinds) as KeyDateKind[])

/** Only of deals that the caller leads. */
const lead = z.optional(z.literal('me'))
/** Only of the caller's athletes. */
const mine = z.optional(z.literal('mine'))
/** The former day and the cause. */
export const moved = z.nullable(
  z.object({ from: z.nullable(z.string()), reason: z.enum(['corrected', 'amended']), at: when }),
)

export const keyDateStates = { open: 'To do', late: 'Overdue', done: 'Done' } as const
export type KeyDateState = keyof typeof keyDateStates

export const keyDateRow = z.object({
  id: z.uuid(),
  ...ofDeal,
  kind: keyDateKind,
  title: z.string(),
  /** Empty without money permission. */
  effect: z.string(),
  /** How it is computed. */
  explained: z.string(),
  day: z.nullable(z.string()),
  lapsesAt: z.nullable(when),
  /** Why there is no day yet. */
  missing: z.nullable(z.string()),
  /** Depends on a league day that is not final. */
  expected: z.boolean(),
  moved,
  reminders: z.array(z.int()),
  state: z.enum(Object.keys(keyDateStates) as KeyDateState[]),
  done: z.nullable(z.object({ at: when, by: z.nullable(someone), proof: z.nullable(z.string()) })),
  version: z.int(),
})
export type KeyDateRow = z.infer<typeof keyDateRow>

export const keyDatesQuery = listQuery(['day'], {
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  state: z.optional(severalOf(z.enum(Object.keys(keyDateStates) as KeyDateState[]))),
  kind: z.optional(severalOf(keyDateKind)),
  deal: z.optional(uuid),
  athlete: z.optional(severalOf(uuid)),
  athletes: mine,
  lead,
})
export type KeyDatesQuery = z.infer<typeof keyDatesQuery>
export const keyDatesPage = listPage(keyDateRow)
export const keyDateDone = z.strictObject({ version: z.int(), proof: z.nullable(text(1000)) })

export const leagueEventRow = z.object({
  id: z.string(),
  league: z.enum(Object.keys(leagues) as League[]),
  title: z.string(),
  season: z.string(),
  day: z.string(),
  /** From the built-in calendar. */
  shippedDay: z.string(),
  status: z.enum(['final', 'expected']),
  source: z.string(),
  corrected: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  /** Number of dependent key dates visible to the caller. */
  keyDates: z.int(),
})
export type LeagueEventRow = z.infer<typeof leagueEventRow>
export const leagueEventList = z.object({ events: z.array(leagueEventRow) })
export const leagueCorrection = z.strictObject({ day })
export const movedDates = z.object({ moved: z.int() })
/** Without a day: previews removing the correction. */
export const leaguePreviewQuery = z.strictObject({ day: z.optional(day) })
export const leaguePreview = z.object({
  /** At most 100, of deals visible to the caller. */
  dates: z.array(
    z.object({ id: z.uuid(), ...ofDeal, title: z.string(), from: z.nullable(z.string()), to: z.string() }),
  ),
  others: z.int(),
})
export type LeaguePreview = z.infer<typeof leaguePreview>

export const deliverableStates = {
  planned: 'Planned',
  submitted: 'Proof submitted',
  returned: 'Returned',
  accepted: 'Accepted',
} as const
export type DeliverableState = keyof typeof deliverableStates
const deliverableState = z.enum(Object.keys(deliverableStates) as DeliverableState[])

const proof = z.object({
  id: z.uuid(),
  link: z.nullable(z.string()),
  document: z.nullable(z.object({ id: z.uuid(), name: z.string(), type: z.enum(allFileTypes) })),
  note: z.nullable(z.string()),
  addedAt: when,
  addedBy: z.nullable(someone),
})
export const deliverableRow = z.object({
  id: z.uuid(),
  ...ofDeal,
  title: z.string(),
  platform: z.nullable(z.string()),
  disclosureTag: z.nullable(z.string()),
  dueOn: z.nullable(z.string()),
  /** The athlete is away on the due date. */
  away: z.nullable(hours),
  state: deliverableState,
  /** Past due without accepted proof. */
  late: z.boolean(),
  /** The reviewer's comment. */
  comment: z.nullable(z.string()),
  proofs: z.array(proof),
  accepted: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  actions: z.array(z.enum(['prove', 'decide', 'remind'])),
  version: z.int(),
})
export type DeliverableRow = z.infer<typeof deliverableRow>
export const deliverablesQuery = listQuery(['due'], {
  state: z.optional(severalOf(deliverableState)),
  late: z.optional(z.literal('yes')),
  from: z.optional(day),
  until: z.optional(day),
  deal: z.optional(uuid),
  athlete: z.optional(severalOf(uuid)),
  company: z.optional(uuid),
  athletes: mine,
  lead,
})
export type DeliverablesQuery = z.infer<typeof deliverablesQuery>
export const deliverablesPage = listPage(deliverableRow)
export const newProof = z.strictObject({
  link: webAddress(500).check(z.minLength(1, 'Enter the address of the post')),
  note: z.nullable(text(500)),
})
export type NewProof = z.infer<typeof newProof>
export const proofFileQuery = z.object({ name: z.optional(fileName) })
export const deliverableDecision = z.strictObject({
  version: z.int(),
  decision: z.enum(['accepted', 'returned'], 'Choose accept or return'),
  comment: z.nullable(text(500)),
})
export type DeliverableDecision = z.infer<typeof deliverableDecision>

export const paymentStates = {
  expected: 'Expected',
  late: 'Overdue',
  received: 'Received',
  overpaid: 'Overpaid',
  conditional: 'Conditional',
  canceled: 'Canceled',
} as const
export type PaymentState = keyof typeof paymentStates
const paymentState = z.enum(Object.keys(paymentStates) as PaymentState[])
export const paymentDirections = { incoming: 'From payers', outgoing: 'From us' } as const
export type PaymentDirection = keyof typeof paymentDirections
export const paymentDays = { dated: 'With date', undated: 'No date' } as const
export const paymentForms = { money: 'Money', kind: 'In kind' } as const
export const paymentCertainties = { guaranteed: 'Guaranteed', conditional: 'Conditional' } as const
export type PaymentCertainty = keyof typeof paymentCertainties
/** No sport or no lead. */
const NONE = 'none'
export const paymentRow = z.object({
  id: z.uuid(),
  ...ofDeal,
  title: z.string(),
  kind: z.enum(Object.keys(paymentKinds) as PaymentKind[]),
  income: z.enum(allIncomeClasses),
  /** The organization itself pays it. */
  outgoing: z.boolean(),
  dueOn: z.nullable(z.string()),
  condition: z.nullable(z.string()),
  metOn: z.nullable(z.string()),
  inKind: z.boolean(),
  currency,
  amountMinor,
  receivedMinor: sumMinor,
  /** Zero if conditional or canceled. */
  openMinor: sumMinor,
  /** Not received, and certain. */
  guaranteedMinor: sumMinor,
  /** Not received, and subject to a condition, an option or a season without guarantee. */
  conditionalMinor: sumMinor,
  state: paymentState,
  late: z.nullable(z.object({ days: z.int(), band: z.enum(allAgingBands) })),
  /** The rule in the deal's terms, and the payment's number in it, from 1. */
  ruleId: z.string(),
  number: z.int(),
  /** The last reminder. */
  reminded: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
})
export type PaymentRow = z.infer<typeof paymentRow>
/** Searches athlete, company and deal. Filters by due date. */
export const paymentsQuery = listQuery(['due', 'amount'], {
  state: z.optional(severalOf(paymentState)),
  direction: z.optional(z.enum(Object.keys(paymentDirections) as PaymentDirection[])),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  age: z.optional(severalOf(z.enum(allAgingBands))),
  currency: z.optional(currency),
  /** In minor units. */
  amount: z.optional(numberRange),
  income: z.optional(severalOf(z.enum(allIncomeClasses))),
  due: z.optional(z.enum(Object.keys(paymentDays) as (keyof typeof paymentDays)[])),
  form: z.optional(z.enum(Object.keys(paymentForms) as (keyof typeof paymentForms)[])),
  /** With an open amount of this kind. A payment can have both. */
  certainty: z.optional(z.enum(Object.keys(paymentCertainties) as PaymentCertainty[])),
  deal: z.optional(uuid),
  athlete: z.optional(severalOf(uuid)),
  company: z.optional(uuid),
  /** Of the athlete. */
  sport: z.optional(z.enum([...sportIds, NONE])),
  /** The lead of the deal. */
  agent: z.optional(z.union([uuid, z.literal(NONE)])),
})
export type PaymentsQuery = z.infer<typeof paymentsQuery>
export const paymentsPage = listPage(paymentRow)

export const unpaidReasons = {
  due: 'Due by termination',
  guaranteed: 'Guaranteed',
  later: 'Due later',
  condition: 'Condition not met',
} as const
export type UnpaidReason = keyof typeof unpaidReasons
const unpaidPayment = z.object({
  id: z.uuid(),
  title: z.string(),
  dueOn: z.nullable(z.string()),
  condition: z.nullable(z.string()),
  inKind: z.boolean(),
  currency,
  amountMinor,
  receivedMinor: z.int(),
  reason: z.enum(Object.keys(unpaidReasons) as UnpaidReason[]),
  /** Stays owed by default, received amounts included. */
  owedMinor: z.int(),
})
export type UnpaidPayment = z.infer<typeof unpaidPayment>
/** Who is told that a deal ended, each once. Guardians have names with permission for contacts. */
const told = z.array(z.object({ name: z.nullable(z.string()), as: z.enum(['athlete', 'guardian', 'colleague']) }))
/** Actions of a deal that end it, or an amendment, before it is signed. A decision is an approver's. */
export const endingQuery = z.object({ action: z.enum(['decline', 'expire', 'decide']) })
export type EndingAction = z.infer<typeof endingQuery>['action']
export const ending = z.object({ told })
export type Told = z.infer<typeof told>
export const termination = z.object({
  day: z.string(),
  /** Null without money permission. */
  payments: z.nullable(z.array(unpaidPayment)),
  /** Numbers to be canceled. */
  deliverables: z.int(),
  keyDates: z.int(),
  told,
  /** May be told, too. Null without an address, or without money permission. */
  company: z.nullable(z.object({ name: z.string(), email: z.string() })),
})
export type Termination = z.infer<typeof termination>

export const documentKinds = {
  document: 'Document',
  frozen: 'For review',
  signed: 'Signed',
  paper: 'Signed on paper',
  proof: 'Proof',
  shared: 'Company’s copy',
  contract: 'Contract',
} as const
export type DocumentKind = keyof typeof documentKinds
export const dealDocument = z.object({
  id: z.uuid(),
  kind: z.enum(Object.keys(documentKinds) as DocumentKind[]),
  number: z.nullable(z.int()),
  name: z.string(),
  type: z.enum(allFileTypes),
  size: z.int(),
  addedAt: when,
  addedBy: z.nullable(someone),
  /** When a paper copy was replaced. */
  supersededAt: z.nullable(when),
})
export type DealDocument = z.infer<typeof dealDocument>
/** Newest first. */
export const dealDocuments = z.object({ documents: z.array(dealDocument) })
export const newDocumentQuery = z.object({ name: z.optional(fileName) })
/** A copy signed on paper. Adding it needs a fresh proof of identity. */
const paper = {
  side: z.enum(Object.keys(signingSides) as SigningSide[], 'Choose a party'),
  signer: requiredLine(120, 'Enter the signer’s name'),
  /** Why an unexpected name is correct, or why an editor of the deal adds the guardian's copy. */
  reason: z.optional(requiredText(1000, 'Enter a reason')),
}
export const newPaper = z.extend(identityProof, {
  ...paper,
  number: z.int(),
  /** Copies of other parties, confirmed together: a code works once. */
  also: z.optional(z.array(z.strictObject(paper)).check(z.maxLength(2, 'Add at most 3 copies'))),
})
export type NewPaper = z.infer<typeof newPaper>
/** Valid for one upload of this copy by this person. */
export const paperConfirmation = z.object({
  token: z.string(),
  /** Tokens of the other copies, in order. */
  also: z.array(z.string()),
  expiresAt: when,
})
export const PAPER_CONFIRMATION_MINUTES = 10
export const paperFileQuery = z.object({
  token: z.optional(boundedString(2000)),
  name: z.optional(fileName),
})

/** Only the hash of the file leaves the device. */
export const documentCheck = z.strictObject({ sha256: boundedString(64).check(z.regex(/^[\da-f]{64}$/)) })
export const checkedDocument = z.object({
  /** Null: unknown or changed. */
  found: z.nullable(
    z.object({
      deal: z.object({ id: z.uuid(), title: z.string() }),
      kind: z.enum(Object.keys(documentKinds) as DocumentKind[]),
      number: z.nullable(z.int()),
      addedAt: when,
      /** A paper copy that was replaced. */
      superseded: z.boolean(),
      inForce: z.boolean(),
      /** As named in the certificate. */
      versionHash: z.nullable(z.string()),
      /** Signatures of that version, in order. */
      signatures: z.array(signature),
    }),
  ),
})
export type CheckedDocument = z.infer<typeof checkedDocument>

export const guardianDeal = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: dealKind,
  company: z.string(),
  athlete: z.string(),
  number: z.int(),
  hash: z.string(),
  terms: seenTerms,
  contract: z.nullable(contractDocument),
  corrections: leagueCorrections,
  signedAt: z.nullable(when),
  isSigned: z.boolean(),
  waits: z.boolean(),
  /** The caller or another guardian objected; signing is paused. */
  objected: z.boolean(),
})
export type GuardianDeal = z.infer<typeof guardianDeal>
export const guardianDeals = z.object({ deals: z.array(guardianDeal) })
