import * as z from 'zod/mini'
import { type Currency, currencies, currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { fileName } from './file.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { once } from './once.ts'
import { numberRange } from './range.ts'
import { positiveMinor } from './receipt.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

export const MOST_BANK_BYTES = 5 * 1024 * 1024
export const MOST_BANK_LINES = 10_000
export const MOST_BANK_COLUMNS = 60
export const bankFileTypes = ['application/octet-stream'] as const

/** Several columns may form the reference: they are joined. */
export const bankColumnRoles = {
  date: 'Date',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  direction: 'Debit or credit',
  payer: 'Payer',
  reference: 'Reference',
  currency: 'Currency',
} as const
export type BankColumnRole = keyof typeof bankColumnRoles
export const NO_ROLE = 'none'
const role = z.enum([NO_ROLE, ...(Object.keys(bankColumnRoles) as BankColumnRole[])])

const roles = severalOf(role, MOST_BANK_COLUMNS)
const yesOrNo = z.enum(['yes', 'no'])

/** The column mapping, whether 3/4 is April 3, and the default currency. */
export const bankPreviewQuery = z.strictObject({
  roles: z.optional(roles),
  dayFirst: z.optional(yesOrNo),
  currency: z.optional(currency),
})
export type BankPreviewQuery = z.infer<typeof bankPreviewQuery>
export const bankImportQuery = z.strictObject({ name: z.optional(fileName), roles, dayFirst: yesOrNo, currency })
export type BankImportQuery = z.infer<typeof bankImportQuery>

/** Stored for the next file with the same columns. */
export type BankMapping = { columns: string[]; roles: (BankColumnRole | typeof NO_ROLE)[]; dayFirst: boolean }

const readLine = z.object({
  bookedOn: z.string(),
  payer: z.string(),
  reference: z.string(),
  currency,
  amountMinor: sumMinor,
})
export type BankLineRead = z.infer<typeof readLine>

const bankCounts = {
  lines: z.int(),
  added: z.int(),
  /** Already imported. */
  known: z.int(),
  /** Money out, known or not. */
  outgoing: z.int(),
  unread: z.int(),
}
export const bankPreview = z.object({
  columns: z.array(z.object({ name: z.string(), role, examples: z.array(z.string()) })),
  dayFirst: z.boolean(),
  currency,
  /** Mapped as in an earlier file. */
  remembered: z.boolean(),
  /** What must be mapped before the import; null: nothing. */
  missing: z.nullable(z.string()),
  ...bankCounts,
  examples: z.array(readLine),
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
})
export type BankPreview = z.infer<typeof bankPreview>
export const bankImport = z.object({ id: z.uuid(), name: z.string(), ...bankCounts })
export type BankImport = z.infer<typeof bankImport>

export const matchSureness = { sure: 'Certain', likely: 'Likely', possible: 'Possible' } as const
export type MatchSureness = keyof typeof matchSureness
export const matchReasons = {
  amount: 'same amount',
  sum: 'sum of these payments',
  part: 'partial payment',
  'too-much': 'overpayment',
  number: 'invoice number',
  payer: 'same payer',
  'similar-payer': 'similar payer',
  athlete: 'athlete’s name',
  'athlete-pays': 'paid by the athlete',
  deal: 'name of the deal or payment',
  oldest: 'oldest open payment',
} as const
export type MatchReason = keyof typeof matchReasons

const matchedPart = z.object({
  payment: z.object({ id: z.uuid(), title: z.string(), dueOn: z.nullable(z.string()) }),
  deal: z.object({ id: z.uuid(), title: z.string() }),
  athlete: someone,
  company: someone,
  openMinor: sumMinor,
  /** The allocated part of the line. */
  amountMinor: sumMinor,
})
export const bankMatch = z.object({
  sureness: z.enum(Object.keys(matchSureness) as MatchSureness[]),
  reasons: z.array(z.enum(Object.keys(matchReasons) as MatchReason[])),
  /** Matched payments; empty if it pays an invoice. */
  parts: z.array(matchedPart),
  invoice: z.nullable(
    z.object({ id: z.uuid(), number: z.string(), dueOn: z.string(), athlete: someone, openMinor: sumMinor }),
  ),
})
export type BankMatch = z.infer<typeof bankMatch>

export const bankLineStates = { open: 'Open', booked: 'Matched', ignored: 'Ignored' } as const
export type BankLineState = keyof typeof bankLineStates
/** Money out is negative. */
export const bankLineDirections = { in: 'Money in', out: 'Money out' } as const
export type BankLineDirection = keyof typeof bankLineDirections
export const bankLineRow = z.object({
  id: z.uuid(),
  ...readLine.shape,
  state: z.enum(Object.keys(bankLineStates) as BankLineState[]),
  /** The suggestion, while it is open. */
  match: z.nullable(bankMatch),
  /** Not yet allocated. */
  leftMinor: sumMinor,
  /** Its receipts and invoice payments. For money out: the receipt it reversed. */
  bookings: z.array(
    z.object({
      amountMinor: sumMinor,
      receiptId: z.nullable(z.uuid()),
      invoice: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
    }),
  ),
  /** Why it is ignored. */
  reason: z.nullable(z.string()),
  /** For open money out: the receipt it may refund, by amount and payer. */
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
  /** In minor units, whatever the direction. */
  amount: z.optional(numberRange),
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
})
export type BankLinesQuery = z.infer<typeof bankLinesQuery>
export const bankLinesPage = listPage(bankLineRow)

/** Allocates the rest, or part of it, to payments or an invoice. */
const lineToConfirm = z.union([
  z.strictObject({
    bankLineId: uuid,
    parts: z.array(z.strictObject({ paymentId: uuid, amountMinor: positiveMinor })).check(
      z.minLength(1),
      z.maxLength(100),
      once(({ paymentId }) => paymentId),
    ),
  }),
  z.strictObject({
    bankLineId: uuid,
    invoiceId: uuid,
    /** Default: the rest. */
    amountMinor: z.optional(positiveMinor),
  }),
])
export type LineToConfirm = z.infer<typeof lineToConfirm>
/** All certain matches, to be confirmed at once. */
export const sureMatches = z.object({
  lines: z.array(lineToConfirm),
  totals: z.array(z.object({ currency, lines: z.int(), amountMinor: sumMinor })),
  /** Number of open lines that are money out. */
  outgoing: z.int(),
  /** Whether there is more than the latest lines and the nearest payments, which are matched. */
  isPartial: z.boolean(),
})
export const MOST_CONFIRMED = 50
export const linesToConfirm = z.strictObject({
  lines: z.array(lineToConfirm).check(
    z.minLength(1),
    z.maxLength(MOST_CONFIRMED, `At most ${MOST_CONFIRMED}`),
    once(({ bankLineId }) => bankLineId),
  ),
})
export const confirmedLines = z.object({
  /** As a receipt, or as a payment of an invoice. */
  booked: z.array(z.object({ bankLineId: z.uuid(), receiptId: z.nullable(z.uuid()) })),
  /** Changed meanwhile, no longer matching, or dated in the future. */
  refused: z.array(z.object({ bankLineId: z.uuid(), name: z.string(), reason: z.string() })),
})

export const isCurrency = (text: string): text is Currency => currencies.includes(text as Currency)
