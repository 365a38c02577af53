import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { amountMinor, currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { dealKind, leagueCorrections, type SigningSide, seenTerms, signature, signingSides } from './deal.ts'
import { allFileTypes, fileName } from './file.ts'
import { type KeyDateKind, keyDateKinds } from './key-date.ts'
import { type League, leagues } from './league-calendar.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { allAgingBands, allIncomeClasses } from './money.ts'
import { type PaymentKind, paymentKinds } from './payment-schedule.ts'
import { sportIds } from './sports.ts'
import { boundedString, line, requiredLine, text } from './text.ts'

/** What a signed deal asks of people: days, deliverables, documents; and what it promises. */
const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()
export const ofDeal = { deal: z.object({ id: z.uuid(), title: z.string() }), athlete: someone, company: someone }
export const keyDateKind = z.enum(Object.keys(keyDateKinds) as KeyDateKind[])

/** Only those of athletes whom the caller looks after. */
const mine = z.optional(z.literal('mine'))
/** The day before it moved, and why: the league's day was corrected, or the deal was amended. */
export const moved = z.nullable(
  z.object({ from: z.nullable(z.string()), because: z.enum(['corrected', 'amended']), at: when }),
)

export const keyDateStates = { open: 'To do', late: 'Late', done: 'Done' } as const
export type KeyDateState = keyof typeof keyDateStates

export const keyDateRow = z.object({
  id: z.uuid(),
  ...ofDeal,
  kind: keyDateKind,
  title: z.string(),
  /** What happens then; empty for those who may not see money. */
  effect: z.string(),
  /** How it is computed, in words. */
  explained: z.string(),
  day: z.nullable(z.string()),
  /** From then on it is too late. */
  lapsesAt: z.nullable(when),
  /** Why there is no day yet. */
  missing: z.nullable(z.string()),
  /** It depends on a day of a league that is not final. */
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
})
export type KeyDatesQuery = z.infer<typeof keyDatesQuery>
export const keyDatesPage = listPage(keyDateRow)
/** Null: there is nothing to show for it. */
export const keyDateDone = z.strictObject({ version: z.int(), proof: z.nullable(text(1000)) })

export const leagueEventRow = z.object({
  id: z.string(),
  league: z.enum(Object.keys(leagues) as League[]),
  title: z.string(),
  season: z.string(),
  day: z.string(),
  /** As the product knows it. */
  shippedDay: z.string(),
  status: z.enum(['final', 'expected']),
  source: z.string(),
  corrected: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  /** How many key dates depend on it, of deals that the caller sees. */
  keyDates: z.int(),
})
export type LeagueEventRow = z.infer<typeof leagueEventRow>
export const leagueEventList = z.object({ events: z.array(leagueEventRow) })
export const leagueCorrection = z.strictObject({ day })
export const movedDates = z.object({ moved: z.int() })
/** Without a day: the correction is taken back. */
export const leaguePreviewQuery = z.strictObject({ day: z.optional(day) })
export const leaguePreview = z.object({
  /** Of deals that the caller sees, by their new day: at most a hundred. */
  dates: z.array(
    z.object({ id: z.uuid(), ...ofDeal, title: z.string(), from: z.nullable(z.string()), to: z.string() }),
  ),
  /** How many more will move. */
  others: z.int(),
})
export type LeaguePreview = z.infer<typeof leaguePreview>

export const deliverableStates = {
  planned: 'Planned',
  submitted: 'Proof sent',
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
  state: deliverableState,
  /** Its day is over, and no proof was accepted. */
  late: z.boolean(),
  /** What was said when it was accepted or returned. */
  word: z.nullable(z.string()),
  proofs: z.array(proof),
  accepted: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  /** What the caller may do. */
  actions: z.array(z.enum(['prove', 'decide'])),
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
  athletes: mine,
})
export type DeliverablesQuery = z.infer<typeof deliverablesQuery>
export const deliverablesPage = listPage(deliverableRow)
export const newProof = z.strictObject({
  link: line(500).check(z.regex(/^https?:\/\/\S+\.\S+$/, 'Enter an address that begins with https://')),
  note: z.nullable(text(500)),
})
export type NewProof = z.infer<typeof newProof>
export const proofFileQuery = z.object({ name: z.optional(fileName) })
export const deliverableDecision = z.strictObject({
  version: z.int(),
  decision: z.enum(['accepted', 'returned'], 'Choose an answer'),
  word: z.nullable(text(500)),
})
export type DeliverableDecision = z.infer<typeof deliverableDecision>

/** How a payment stands today: what was promised, what came of it, and whether its day is over. */
export const paymentStates = {
  expected: 'Expected',
  late: 'Late',
  received: 'Received',
  overpaid: 'Overpaid',
  conditional: 'If met',
  canceled: 'Canceled',
} as const
export type PaymentState = keyof typeof paymentStates
const paymentState = z.enum(Object.keys(paymentStates) as PaymentState[])
export const paymentDirections = { incoming: 'To athletes', outgoing: 'From us' } as const
export type PaymentDirection = keyof typeof paymentDirections
/** Whether the day is known on which a payment is due. */
export const paymentDays = { dated: 'On a day', undated: 'No day' } as const
export const paymentForms = { money: 'Money', kind: 'In kind' } as const
/** No sport, nobody who leads it. */
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
  /** The day on which the condition was met, if somebody said so. */
  metOn: z.nullable(z.string()),
  inKind: z.boolean(),
  currency,
  amountMinor,
  receivedMinor: sumMinor,
  /** What is still to come; nothing of what depends on a condition, or was canceled. */
  openMinor: sumMinor,
  state: paymentState,
  late: z.nullable(z.object({ days: z.int(), band: z.enum(allAgingBands) })),
  /** Of the deal's terms, and which of its payments it is, from 1 on. */
  ruleId: z.string(),
  number: z.int(),
  /** When its payer was last reminded. */
  reminded: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
})
export type PaymentRow = z.infer<typeof paymentRow>
/** Searched are athlete, company and deal. Days are those on which payments are due. */
export const paymentsQuery = listQuery(['due', 'amount'], {
  state: z.optional(severalOf(paymentState)),
  direction: z.optional(z.enum(Object.keys(paymentDirections) as PaymentDirection[])),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  /** How late it is. */
  age: z.optional(severalOf(z.enum(allAgingBands))),
  currency: z.optional(currency),
  income: z.optional(severalOf(z.enum(allIncomeClasses))),
  due: z.optional(z.enum(Object.keys(paymentDays) as (keyof typeof paymentDays)[])),
  form: z.optional(z.enum(Object.keys(paymentForms) as (keyof typeof paymentForms)[])),
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

/** Why a payment stays owed after a termination, or does not. */
export const unpaidReasons = {
  due: 'Due by the termination',
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
  /** What stays owed of it by the rule, with what was received. */
  owedMinor: z.int(),
})
export type UnpaidPayment = z.infer<typeof unpaidPayment>
/** What a termination today would do. */
export const termination = z.object({
  day: z.string(),
  /** Null for those who may not see money. */
  payments: z.nullable(z.array(unpaidPayment)),
  /** How many would be canceled. */
  deliverables: z.int(),
  keyDates: z.int(),
})
export type Termination = z.infer<typeof termination>

export const documentKinds = {
  document: 'Document',
  frozen: 'For review',
  signed: 'Signed',
  paper: 'Signed on paper',
  proof: 'Proof',
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
  /** Of a copy signed on paper: when another one took its place. */
  supersededAt: z.nullable(when),
})
export type DealDocument = z.infer<typeof dealDocument>
/** The newest first. */
export const dealDocuments = z.object({ documents: z.array(dealDocument) })
export const newDocumentQuery = z.object({ name: z.optional(fileName) })
/** A copy that a side has signed on paper, and who signed it. Whoever adds it proves again who they are. */
export const newPaper = z.extend(identityProof, {
  side: z.enum(Object.keys(signingSides) as SigningSide[], 'Choose who signed'),
  signer: requiredLine(120, 'Enter who signed'),
  /** The version that was signed. */
  number: z.int(),
})
export type NewPaper = z.infer<typeof newPaper>
/** Good for one upload of this copy, by this person. */
export const paperConfirmation = z.object({ token: z.string(), expiresAt: when })
export const PAPER_CONFIRMATION_MINUTES = 10
export const paperFileQuery = z.object({
  token: z.optional(boundedString(2000)),
  name: z.optional(fileName),
})

/** A file that someone brings back: only its hash leaves their computer. */
export const documentCheck = z.strictObject({ sha256: boundedString(64).check(z.regex(/^[\da-f]{64}$/)) })
export const checkedDocument = z.object({
  /** Null: it is none of ours, or it was changed. */
  found: z.nullable(
    z.object({
      deal: z.object({ id: z.uuid(), title: z.string() }),
      kind: z.enum(Object.keys(documentKinds) as DocumentKind[]),
      number: z.nullable(z.int()),
      addedAt: when,
      /** Of a copy signed on paper: another one took its place. */
      superseded: z.boolean(),
      /** The version is the one in force. */
      inForce: z.boolean(),
      /** The hash of the version that was signed, which its certificate names. */
      versionHash: z.nullable(z.string()),
      /** Who has signed that version so far, the first one first. */
      signatures: z.array(signature),
    }),
  ),
})
export type CheckedDocument = z.infer<typeof checkedDocument>

/** What waits for the caller, for the home screen. */
export const dealWork = z.object({
  /** Deals to decide about or to sign, the oldest question first. */
  waiting: z.array(
    z.object({
      deal: z.object({ id: z.uuid(), title: z.string() }),
      for: z.enum(['decision', 'signature']),
      since: when,
    }),
  ),
  /** Of the next 14 days, and what is late. */
  keyDates: z.array(keyDateRow),
  deliverables: z.array(deliverableRow),
  /** For owners: guardians who became members, and cannot sign for the athlete any more. */
  guardiansWhoAreMembers: z.array(z.object({ guardian: z.string(), athlete: someone })),
})
export type DealWork = z.infer<typeof dealWork>

/** A deal of an athlete under 18, as the guardian sees it. */
export const guardianDeal = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: dealKind,
  company: z.string(),
  athlete: z.string(),
  number: z.int(),
  hash: z.string(),
  terms: seenTerms,
  corrections: leagueCorrections,
  signedAt: z.nullable(when),
  /** All sides have signed it. */
  isSigned: z.boolean(),
  /** It waits for the guardian's signature. */
  waits: z.boolean(),
})
export type GuardianDeal = z.infer<typeof guardianDeal>
export const guardianDeals = z.object({ deals: z.array(guardianDeal) })
