import * as z from 'zod/mini'
import { currency } from './currency.ts'
import { day } from './days.ts'
import { type DealKind, dealKind, feeRule } from './deal.ts'
import { text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const fees = z.partialRecord(dealKind, feeRule)

const terms = {
  startsOn: day,
  /** Null: open. */
  endsOn: z.nullable(day),
  /** Kinds of deals that it covers. */
  scope: z.array(dealKind).check(z.minLength(1, 'Choose at least one kind of deal')),
  /** By kind of deal. Needs money permission. */
  fees,
  /** Members who represent the athlete. */
  agents: z.array(uuid).check(z.maxLength(20, 'Choose at most 20')),
  note: z.nullable(text(2000)),
}

export const newAgreement = z.strictObject({ ...terms, fees: z.optional(fees) })
export type NewAgreement = z.infer<typeof newAgreement>

/** Optimistic locking by `version`. */
export const agreementChange = z.strictObject({ version: z.int(), changes: z.partial(z.strictObject(terms)) })
export type AgreementChange = z.infer<typeof agreementChange>

/** Early end; null removes it. */
export const agreementEnd = z.strictObject({ version: z.int(), endedOn: z.nullable(day) })
export type AgreementEnd = z.infer<typeof agreementEnd>

export const agreement = z.object({
  id: z.uuid(),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  endedOn: z.nullable(z.string()),
  scope: z.array(dealKind),
  /** Null without money permission. */
  fees: z.nullable(fees),
  agents: z.array(z.object({ id: z.uuid(), name: z.string() })),
  note: z.nullable(z.string()),
  version: z.int(),
})
export type Agreement = z.infer<typeof agreement>
export type AgreementFees = Partial<Record<DealKind, z.infer<typeof feeRule>>>

/** Newest first, with the currency of flat fees. */
export const agreements = z.object({ agreements: z.array(agreement), currency })
export type Agreements = z.infer<typeof agreements>
