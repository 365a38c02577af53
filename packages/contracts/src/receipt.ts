import * as z from 'zod/mini'
import { currency, MOST_MINOR, sumMinor, TOO_LARGE, wholeMinor } from './currency.ts'
import { day } from './days.ts'
import { listPage, listQuery } from './list.ts'
import { line, requiredLine, requiredText, text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()
const titled = z.object({ id: z.uuid(), title: z.string() })

/** Of money that moved: nothing is not an amount. */
export const positiveMinor = wholeMinor.check(
  z.positive('Enter an amount greater than 0'),
  z.maximum(MOST_MINOR, TOO_LARGE),
)

const MOST_ALLOCATIONS = 100

/** What part of a receipt is for: a payment, or a deal that did not promise it. */
const newAllocation = z.union([
  z.strictObject({ paymentId: uuid, amountMinor: positiveMinor }),
  z.strictObject({ dealId: uuid, amountMinor: positiveMinor }),
])
export type NewAllocation = z.infer<typeof newAllocation>

const allocations = z
  .array(newAllocation)
  .check(z.minLength(1, 'Choose what it is for'), z.maxLength(MOST_ALLOCATIONS, `At most ${MOST_ALLOCATIONS}`))

/** What a receipt would be for, before it is booked. */
export const plannedReceipt = z.strictObject({ currency, allocations })
export type PlannedReceipt = z.infer<typeof plannedReceipt>
export const plannedFees = z.object({
  /** Of each part, in their order. */
  fees: z.array(sumMinor),
  feeMinor: sumMinor,
})

/** Money that came. All of it is for something: what is too much for one payment is for it all the same, and shown as such. */
export const newReceipt = z
  .strictObject({
    receivedOn: day,
    payer: requiredLine(160, 'Enter who paid'),
    companyId: z.nullable(uuid),
    reference: z.nullable(line(160)),
    currency,
    amountMinor: positiveMinor,
    note: z.nullable(text(1000)),
    allocations,
    /** The line of the bank that says so: amount, currency and day are those of the line, or a part of its amount. */
    bankLineId: z.nullable(uuid),
  })
  .check(
    z.refine(
      ({ amountMinor, allocations }) => allocations.reduce((sum, one) => sum + one.amountMinor, 0) === amountMinor,
      { error: 'The parts do not add up to the whole', path: ['allocations'] },
    ),
  )
export type NewReceipt = z.infer<typeof newReceipt>

export const reversal = z.strictObject({ because: requiredText(500, 'Say why') })
export type Reversal = z.infer<typeof reversal>
/** Taking a receipt back may void invoices that ask for its fees, and may say which line of the bank paid the money back. */
export const receiptReversal = z.extend(reversal, {
  voidInvoices: z.optional(z.array(uuid).check(z.maxLength(100))),
  paidBackBy: z.optional(uuid),
})
export type ReceiptReversal = z.infer<typeof receiptReversal>
export const reversed = z.nullable(z.object({ at: when, by: z.nullable(someone), because: z.string() }))

const allocation = z.object({
  id: z.uuid(),
  payment: z.nullable(titled),
  deal: titled,
  athlete: someone,
  amountMinor: sumMinor,
  /** It has a value, and is no money. */
  inKind: z.boolean(),
  /** What the organization earned of it. Less than nothing, if an amended fee credits what was booked before. */
  feeMinor: sumMinor,
})

/** For those who see some of the athletes only, a receipt is what it is for these. */
export const receiptRow = z.object({
  id: z.uuid(),
  receivedOn: z.string(),
  payer: z.string(),
  company: z.nullable(someone),
  reference: z.nullable(z.string()),
  currency,
  /** Money. What came in kind is not part of it. */
  amountMinor: sumMinor,
  inKindMinor: sumMinor,
  feeMinor: sumMinor,
  note: z.nullable(z.string()),
  fromBank: z.boolean(),
  allocations: z.array(allocation),
  bookedAt: when,
  bookedBy: z.nullable(someone),
  reversed,
})
export type ReceiptRow = z.infer<typeof receiptRow>

export const receiptSorts = ['day', 'amount'] as const
/** Searched are payer and reference. */
export const receiptsQuery = listQuery(receiptSorts, {
  athlete: z.optional(uuid),
  deal: z.optional(uuid),
  currency: z.optional(currency),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  reversed: z.optional(z.enum(['yes', 'no'])),
})
export type ReceiptsQuery = z.infer<typeof receiptsQuery>
export const receiptsPage = listPage(receiptRow)
