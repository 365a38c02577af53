import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { type FeePayor, feePayors } from './compliance/judgment.ts'
import { currency } from './currency.ts'
import { day } from './days.ts'
import { type DealKind, dealKind, feeRule } from './deal.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { eachOnce } from './once.ts'
import { timeOfDay } from './task.ts'
import { requiredLine, requiredText, text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const fees = z.partialRecord(dealKind, feeRule)
const feePayor = z.nullable(z.enum(Object.keys(feePayors) as FeePayor[], 'Choose who pays the fee'))

const terms = {
  startsOn: day,
  /** Null: open. */
  endsOn: z.nullable(day),
  /** Kinds of deals that it covers. */
  scope: z.array(dealKind).check(z.minLength(1, 'Choose at least one kind of deal')),
  /** By kind of deal. Needs money permission. */
  fees,
  /** Members who represent the athlete. */
  agents: z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce),
  note: z.nullable(text(2000)),
  /** Who pays the agent's fee. Null: unknown. */
  feePayor,
  /** The next event in which the athlete may take part, which can shorten the notice to the school. */
  nextEventOn: z.nullable(day),
}

export const newAgreement = z.strictObject({
  ...terms,
  fees: z.optional(fees),
  feePayor: z.optional(terms.feePayor),
  nextEventOn: z.optional(terms.nextEventOn),
})
export type NewAgreement = z.infer<typeof newAgreement>

/** Optimistic locking by `version`. */
export const agreementChange = z.strictObject({ version: z.int(), changes: z.partial(z.strictObject(terms)) })
export type AgreementChange = z.infer<typeof agreementChange>

/** Early end; null removes it. */
export const agreementEnd = z.strictObject({ version: z.int(), endedOn: z.nullable(day) })
export type AgreementEnd = z.infer<typeof agreementEnd>

/** Enters it as signed elsewhere. Needs the document, and a fresh proof of identity. */
export const signedAgreement = z.extend(identityProof, {
  version: z.int(),
  signedOn: day,
  /** In the organization's time zone, if it is known. */
  signedTime: z.optional(timeOfDay),
  /** Who signed for an athlete who was under 18. */
  guardian: z.optional(requiredLine(120, 'Enter the name of the guardian who signed')),
})
export type SignedAgreement = z.infer<typeof signedAgreement>
/** The only approver may confirm their own entry, with a comment. */
export const agreementConfirmation = z.strictObject({
  version: z.int(),
  comment: z.optional(requiredText(1000, 'Explain why you confirm it yourself')),
})
export type AgreementConfirmation = z.infer<typeof agreementConfirmation>

export const agreementStates = { current: 'Current', upcoming: 'Upcoming', over: 'Ended' } as const
export type AgreementState = keyof typeof agreementStates

const someone = z.object({ id: z.uuid(), name: z.string() })
export const agreement = z.object({
  id: z.uuid(),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  endedOn: z.nullable(z.string()),
  scope: z.array(dealKind),
  /** Null without money permission. */
  fees: z.nullable(fees),
  agents: z.array(someone),
  note: z.nullable(z.string()),
  feePayor,
  nextEventOn: z.nullable(z.string()),
  /** Entered as signed; null if it is not known to be signed. */
  signature: z.nullable(
    z.object({
      signedAt: z.iso.datetime(),
      signedOn: z.string(),
      /** Whether the time is known too. */
      isExact: z.boolean(),
      guardian: z.nullable(z.string()),
      enteredBy: z.nullable(someone),
      /** A colleague confirms what was signed after the organization joined. */
      confirmed: z.boolean(),
    }),
  ),
  document: z.nullable(z.object({ name: z.string(), size: z.int() })),
  version: z.int(),
})
export type Agreement = z.infer<typeof agreement>
export type AgreementFees = Partial<Record<DealKind, z.infer<typeof feeRule>>>

export const agreementRow = z.extend(agreement, {
  athlete: someone,
  state: z.enum(Object.keys(agreementStates) as AgreementState[]),
  /** Of flat fees. */
  currency,
})
export type AgreementRow = z.infer<typeof agreementRow>
export const agreementsQuery = listQuery(['end', 'start'], {
  state: z.optional(severalOf(z.enum(Object.keys(agreementStates) as AgreementState[]))),
  athlete: z.optional(severalOf(uuid)),
  /** Ids of members, and `me`. */
  agent: z.optional(severalOf(z.union([z.literal('me'), uuid]))),
  /** Last day from and until. */
  from: z.optional(day),
  until: z.optional(day),
})
export type AgreementsQuery = z.infer<typeof agreementsQuery>
export const agreementsPage = listPage(agreementRow)
export const agreementsExportQuery = z.omit(agreementsQuery, { after: true, ids: true, limit: true })
export type AgreementsExportQuery = z.infer<typeof agreementsExportQuery>

/** Newest first, with the currency of flat fees. */
export const agreements = z.object({ agreements: z.array(agreement), currency })
export type Agreements = z.infer<typeof agreements>
