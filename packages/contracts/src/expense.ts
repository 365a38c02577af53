import * as z from 'zod/mini'
import { currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { fileName, scanTypes } from './file.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { numberRange } from './range.ts'
import { positiveMinor, reversed } from './receipt.ts'
import { requiredLine, requiredText, text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()

export const expenseCategories = {
  travel: 'Travel',
  lodging: 'Lodging',
  meals: 'Meals',
  training: 'Training',
  medical: 'Medical',
  equipment: 'Equipment',
  marketing: 'Marketing',
  legal: 'Legal',
  registration: 'Fees and registration',
  other: 'Other',
} as const
export type ExpenseCategory = keyof typeof expenseCategories
const expenseCategory = z.enum(Object.keys(expenseCategories) as ExpenseCategory[], 'Choose a category')

/** Waiting expenses are not posted until a colleague approves them. */
export const expenseStates = {
  waiting: 'Needs approval',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const
export type ExpenseState = keyof typeof expenseStates
const expenseState = z.enum(Object.keys(expenseStates) as ExpenseState[])

export const payers = { organization: 'The organization', colleague: 'A colleague' } as const
export type Payer = keyof typeof payers
const payer = z.enum(Object.keys(payers) as Payer[])

/** A share of 100% or less, in millionths. */
const share = z
  .int('Enter 1 to 100 percent')
  .check(z.minimum(1, 'Enter 1 to 100 percent'), z.maximum(1_000_000, 'Enter at most 100 percent'))

/** If a colleague paid, it is the one who adds it. */
export const newExpense = z
  .strictObject({
    spentOn: day,
    category: expenseCategory,
    vendor: requiredLine(160, 'Enter the vendor'),
    currency,
    amountMinor: positiveMinor,
    athleteId: z.nullable(uuid),
    dealId: z.nullable(uuid),
    paidBy: payer,
    /** Share of each receipt that recoups it, in millionths. Null: not recoverable. */
    recoupRate: z.nullable(share),
    note: z.nullable(text(1000)),
  })
  .check(
    z.refine(({ recoupRate, athleteId, dealId }) => recoupRate === null || athleteId !== null || dealId !== null, {
      error: 'Choose the athlete to recoup it from',
      path: ['athleteId'],
    }),
  )
export type NewExpense = z.infer<typeof newExpense>

export const expenseFileQuery = z.object({ name: z.optional(fileName) })

export const expenseDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approved') }),
  z.strictObject({ decision: z.literal('rejected'), comment: requiredText(500, 'Enter a reason') }),
])
export type ExpenseDecision = z.infer<typeof expenseDecision>

export const expenseRow = z.object({
  id: z.uuid(),
  spentOn: z.string(),
  category: expenseCategory,
  vendor: z.string(),
  note: z.nullable(z.string()),
  currency,
  amountMinor: sumMinor,
  athlete: z.nullable(someone),
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  paidBy: payer,
  recoupRate: z.nullable(z.int()),
  recoupedMinor: sumMinor,
  /** Reimbursed to the colleague. */
  repaidMinor: sumMinor,
  state: expenseState,
  addedAt: when,
  addedBy: z.nullable(someone),
  decided: z.nullable(z.object({ at: when, by: z.nullable(someone), comment: z.nullable(z.string()) })),
  reversed,
  file: z.nullable(z.object({ name: z.string(), type: z.enum(scanTypes), size: z.int() })),
  /** Whether the caller can approve it now. */
  mayDecide: z.boolean(),
})
export type ExpenseRow = z.infer<typeof expenseRow>

export const expenseSorts = ['day', 'amount'] as const
/** Searched are vendor and note. */
export const expensesQuery = listQuery(expenseSorts, {
  state: z.optional(severalOf(expenseState)),
  category: z.optional(severalOf(expenseCategory)),
  athlete: z.optional(severalOf(uuid)),
  deal: z.optional(severalOf(uuid)),
  currency: z.optional(currency),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
  /** In minor units. */
  amount: z.optional(numberRange),
  /** Only those waiting for the caller's approval. */
  forMe: z.optional(z.literal('yes')),
})
export type ExpensesQuery = z.infer<typeof expensesQuery>
export const expensesPage = listPage(expenseRow)
