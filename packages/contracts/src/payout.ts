import * as z from 'zod/mini'
import { currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { dayRangeOrUnset, numberRange } from './range.ts'
import { positiveMinor, reversed } from './receipt.ts'
import { line } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

export const payableKinds = { pay: 'Athlete pay', expense: 'Reimbursement' } as const
export type PayableKind = keyof typeof payableKinds
const payableKind = z.enum(Object.keys(payableKinds) as PayableKind[])

/** Reimbursements are due at once and never overdue. */
export const payableStates = { late: 'Overdue', due: 'Due', planned: 'Not due yet', paid: 'Paid' } as const
export type PayableState = keyof typeof payableStates
const payableState = z.enum(Object.keys(payableStates) as PayableState[])

/** Athlete pay or a reimbursement. */
export const newPayout = z
  .strictObject({
    paidOn: day,
    paymentId: z.nullable(uuid),
    expenseId: z.nullable(uuid),
    amountMinor: positiveMinor,
    reference: z.nullable(line(160)),
  })
  .check(
    z.refine(({ paymentId, expenseId }) => (paymentId === null) !== (expenseId === null), {
      error: 'Choose a payment or an expense',
      path: ['paymentId'],
    }),
  )
export type NewPayout = z.infer<typeof newPayout>

const payout = z.object({
  id: z.uuid(),
  paidOn: z.string(),
  amountMinor: sumMinor,
  reference: z.nullable(z.string()),
  bookedBy: z.nullable(someone),
  reversed,
})
export type Payout = z.infer<typeof payout>

export const payableRow = z.object({
  /** Of the payment or the expense. */
  id: z.uuid(),
  kind: payableKind,
  title: z.string(),
  /** For reimbursements: when it was spent. */
  dueOn: z.nullable(z.string()),
  currency,
  amountMinor: sumMinor,
  paidMinor: sumMinor,
  state: payableState,
  athlete: z.nullable(someone),
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  /** Payee of a reimbursement. */
  colleague: z.nullable(someone),
  /** Latest first, reversed ones included. */
  payouts: z.array(payout),
})
export type PayableRow = z.infer<typeof payableRow>

/** Default: unpaid. */
export const payablesQuery = listQuery(['due', 'amount'], {
  state: z.optional(severalOf(payableState)),
  kind: z.optional(severalOf(payableKind)),
  athlete: z.optional(severalOf(uuid)),
  currency: z.optional(currency),
  /** In minor units. */
  amount: z.optional(numberRange),
  due: z.optional(dayRangeOrUnset),
})
export type PayablesQuery = z.infer<typeof payablesQuery>
export const payablesPage = listPage(payableRow)
