import * as z from 'zod/mini'
import { type Currency, currencies, currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { fileName } from './file.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { positiveMinor } from './receipt.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

export const MOST_BANK_BYTES = 5 * 1024 * 1024
export const MOST_BANK_LINES = 10_000
export const MOST_BANK_COLUMNS = 60
export const bankFileTypes = ['application/octet-stream'] as const

/** What a column of a bank's file is. Several may be the reference: they are put together. */
export const bankColumnRoles = {
  date: 'Date',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  direction: 'In or out',
  payer: 'Payer',
  reference: 'Reference',
  currency: 'Currency',
} as const
export type BankColumnRole = keyof typeof bankColumnRoles
export const NO_ROLE = 'none'
const role = z.enum([NO_ROLE, ...(Object.keys(bankColumnRoles) as BankColumnRole[])])

const roles = severalOf(role, MOST_BANK_COLUMNS)
const yesOrNo = z.enum(['yes', 'no'])

/** How a file is to be read: by column what it is, whether 3/4 is April 3, and the currency where no column says it. */
export const bankPreviewQuery = z.strictObject({
  roles: z.optional(roles),
  dayFirst: z.optional(yesOrNo),
  currency: z.optional(currency),
})
export type BankPreviewQuery = z.infer<typeof bankPreviewQuery>
export const bankImportQuery = z.strictObject({ name: z.optional(fileName), roles, dayFirst: yesOrNo, currency })
export type BankImportQuery = z.infer<typeof bankImportQuery>

/** As it is kept, to read the next file with the same columns in the same way. */
export type BankMapping = { columns: string[]; roles: (BankColumnRole | typeof NO_ROLE)[]; dayFirst: boolean }

const readLine = z.object({
  bookedOn: z.string(),
  payer: z.string(),
  reference: z.string(),
  currency,
  amountMinor: sumMinor,
})
export type BankLineRead = z.infer<typeof readLine>

/** What became of the lines of a file. */
const bankCounts = {
  /** All of them. */
  lines: z.int(),
  /** They were not known yet. */
  added: z.int(),
  /** They are here already. */
  known: z.int(),
  /** Money that went out, known or not. */
  outgoing: z.int(),
  /** They could not be read. */
  unread: z.int(),
}
export const bankPreview = z.object({
  columns: z.array(z.object({ name: z.string(), role, examples: z.array(z.string()) })),
  dayFirst: z.boolean(),
  currency,
  /** The columns are read as in an earlier file. */
  remembered: z.boolean(),
  /** What must be said before it can be imported; null: nothing. */
  missing: z.nullable(z.string()),
  ...bankCounts,
  /** The first lines, as they are read. */
  examples: z.array(readLine),
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
})
export type BankPreview = z.infer<typeof bankPreview>
export const bankImport = z.object({ id: z.uuid(), name: z.string(), ...bankCounts })
export type BankImport = z.infer<typeof bankImport>

/** How sure it is that a line is for a payment or an invoice. */
export const matchSureness = { sure: 'Sure', likely: 'Likely', possible: 'Possible' } as const
export type MatchSureness = keyof typeof matchSureness
/** Why a line may be for it. */
export const matchReasons = {
  amount: 'same amount',
  sum: 'sum of these payments',
  part: 'less than is open',
  'too-much': 'more than is open',
  number: 'names the invoice',
  payer: 'same payer',
  'similar-payer': 'similar payer',
  athlete: 'names the athlete',
  'athlete-pays': 'paid by the athlete',
  deal: 'names the deal or the payment',
  oldest: 'oldest of several',
} as const
export type MatchReason = keyof typeof matchReasons

const matchedPart = z.object({
  payment: z.object({ id: z.uuid(), title: z.string(), dueOn: z.nullable(z.string()) }),
  deal: z.object({ id: z.uuid(), title: z.string() }),
  athlete: someone,
  company: someone,
  openMinor: sumMinor,
  /** What of the line is for it. */
  amountMinor: sumMinor,
})
export const bankMatch = z.object({
  sureness: z.enum(Object.keys(matchSureness) as MatchSureness[]),
  reasons: z.array(z.enum(Object.keys(matchReasons) as MatchReason[])),
  /** The payments that it is for; none, if it pays an invoice. */
  parts: z.array(matchedPart),
  /** The invoice of fees that it pays. */
  invoice: z.nullable(
    z.object({ id: z.uuid(), number: z.string(), dueOn: z.string(), athlete: someone, openMinor: sumMinor }),
  ),
})
export type BankMatch = z.infer<typeof bankMatch>

export const bankLineStates = { open: 'Open', booked: 'Booked', ignored: 'Set aside' } as const
export type BankLineState = keyof typeof bankLineStates
/** Money in, or money out, which is less than nothing. */
export const bankLineDirections = { in: 'Money in', out: 'Money out' } as const
export type BankLineDirection = keyof typeof bankLineDirections
export const bankLineRow = z.object({
  id: z.uuid(),
  ...readLine.shape,
  state: z.enum(Object.keys(bankLineStates) as BankLineState[]),
  /** What it may be for, as long as it is open. */
  match: z.nullable(bankMatch),
  /** What is not booked yet. */
  leftMinor: sumMinor,
  /** What was booked from it: receipts, and payments of invoices. Of money out, the receipt that was reversed because of it. */
  bookings: z.array(
    z.object({
      amountMinor: sumMinor,
      receiptId: z.nullable(z.uuid()),
      invoice: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
    }),
  ),
  /** Why it was set aside. */
  because: z.nullable(z.string()),
  /** Of money out that is open: the receipt that it may pay back, because amount and payer are the same. */
  paysBack: z.nullable(z.object({ receiptId: z.uuid(), payer: z.string(), receivedOn: z.string() })),
})
export type BankLineRow = z.infer<typeof bankLineRow>
/** Searched are payer and reference. */
export const bankLinesQuery = listQuery(['day'], {
  state: z.optional(severalOf(z.enum(Object.keys(bankLineStates) as BankLineState[]))),
  /** Without it: money in. */
  direction: z.optional(severalOf(z.enum(Object.keys(bankLineDirections) as BankLineDirection[]))),
  sureness: z.optional(severalOf(z.enum([...(Object.keys(matchSureness) as MatchSureness[]), 'none']))),
  currency: z.optional(currency),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
})
export type BankLinesQuery = z.infer<typeof bankLinesQuery>
export const bankLinesPage = listPage(bankLineRow)

/** What is left of it, or a part of that, is for payments, or pays an invoice. */
const lineToConfirm = z.union([
  z.strictObject({
    bankLineId: uuid,
    parts: z
      .array(z.strictObject({ paymentId: uuid, amountMinor: positiveMinor }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  z.strictObject({
    bankLineId: uuid,
    invoiceId: uuid,
    /** Without it: all that is left. */
    amountMinor: z.optional(positiveMinor),
  }),
])
export type LineToConfirm = z.infer<typeof lineToConfirm>
/** Every sure match of an open line: what one press confirms. */
export const sureMatches = z.object({
  lines: z.array(lineToConfirm),
  totals: z.array(z.object({ currency, lines: z.int(), amountMinor: sumMinor })),
  /** How many open lines are money that went out. */
  outgoing: z.int(),
})
export const MOST_CONFIRMED = 50
export const linesToConfirm = z.strictObject({
  lines: z.array(lineToConfirm).check(z.minLength(1), z.maxLength(MOST_CONFIRMED, `At most ${MOST_CONFIRMED}`)),
})
export const confirmedLines = z.object({
  /** As a receipt, or as a payment of an invoice. */
  booked: z.array(z.object({ bankLineId: z.uuid(), receiptId: z.nullable(z.uuid()) })),
  /** Somebody else was first, what it is for has changed, or its day is in the future. Named as the bank names it. */
  refused: z.array(z.object({ bankLineId: z.uuid(), name: z.string(), because: z.string() })),
})

export const isCurrency = (text: string): text is Currency => currencies.includes(text as Currency)
