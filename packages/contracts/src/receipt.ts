import * as z from 'zod/mini'
import { currency, MOST_MINOR, sumMinor, TOO_LARGE, wholeMinor } from './currency.ts'
import { day } from './days.ts'
import { listPage, listQuery } from './list.ts'
import { eachOnce, once } from './once.ts'
import { numberRange } from './range.ts'
import { line, requiredLine, requiredText, text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()
const titled = z.object({ id: z.uuid(), title: z.string() })

export const positiveMinor = wholeMinor.check(
  z.positive('Enter an amount greater than 0'),
  z.maximum(MOST_MINOR, TOO_LARGE),
)

const MOST_ALLOCATIONS = 100

/** To a payment, or to a deal outside its payment schedule. */
const newAllocation = z.union([
  z.strictObject({ paymentId: uuid, amountMinor: positiveMinor }),
  z.strictObject({ dealId: uuid, amountMinor: positiveMinor }),
])
export type NewAllocation = z.infer<typeof newAllocation>

const allocations = z.array(newAllocation).check(
  z.minLength(1, 'Allocate the amount to a payment or deal'),
  z.maxLength(MOST_ALLOCATIONS, `Allocate to at most ${MOST_ALLOCATIONS} payments`),
  once(
    (one) => ('paymentId' in one ? one.paymentId : one.dealId),
    'Allocate to each payment and deal only once',
    'amountMinor',
  ),
)

export const plannedReceipt = z.strictObject({ currency, allocations })
export type PlannedReceipt = z.infer<typeof plannedReceipt>
export const plannedFees = z.object({
  /** By allocation, in order. */
  fees: z.array(sumMinor),
  feeMinor: sumMinor,
  /** Deals whose terms name no fee. */
  dealsWithoutFee: z.array(z.uuid()),
})

/** Always fully allocated; overpayments included. */
export const newReceipt = z
  .strictObject({
    receivedOn: day,
    payer: requiredLine(160, 'Enter the payer'),
    companyId: z.nullable(uuid),
    reference: z.nullable(line(160)),
    currency,
    amountMinor: positiveMinor,
    note: z.nullable(text(1000)),
    allocations,
    /** Currency and day must be those of the bank line; the amount may be a part. */
    bankLineId: z.nullable(uuid),
  })
  .check(
    z.refine(
      ({ amountMinor, allocations }) => allocations.reduce((sum, one) => sum + one.amountMinor, 0) === amountMinor,
      { error: 'Allocate exactly the amount received', path: ['allocations'] },
    ),
  )
export type NewReceipt = z.infer<typeof newReceipt>

export const reversal = z.strictObject({ reason: requiredText(500, 'Enter a reason') })
export type Reversal = z.infer<typeof reversal>
/** May void invoices with its fees, and name the bank line of the refund. */
export const receiptReversal = z.extend(reversal, {
  voidInvoices: z.optional(z.array(uuid).check(z.maxLength(100), eachOnce)),
  refundedBy: z.optional(uuid),
})
export type ReceiptReversal = z.infer<typeof receiptReversal>
export const reversed = z.nullable(z.object({ at: when, by: z.nullable(someone), reason: z.string() }))

const allocation = z.object({
  id: z.uuid(),
  payment: z.nullable(titled),
  deal: titled,
  athlete: someone,
  amountMinor: sumMinor,
  inKind: z.boolean(),
  /** Negative if an amended fee credits earlier fees. */
  feeMinor: sumMinor,
})

/** Limited scope sees only the allocations of its own athletes. */
export const receiptRow = z.object({
  id: z.uuid(),
  receivedOn: z.string(),
  payer: z.string(),
  company: z.nullable(someone),
  reference: z.nullable(z.string()),
  currency,
  /** Excludes in-kind value. */
  amountMinor: sumMinor,
  inKindMinor: sumMinor,
  feeMinor: sumMinor,
  note: z.nullable(z.string()),
  fromBank: z.boolean(),
  /** Received before the organization used the ledger: without a fee, and in no period. */
  opening: z.boolean(),
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
  /** In minor units. */
  amount: z.optional(numberRange),
  reversed: z.optional(z.enum(['yes', 'no'])),
})
export type ReceiptsQuery = z.infer<typeof receiptsQuery>
export const receiptsPage = listPage(receiptRow)
